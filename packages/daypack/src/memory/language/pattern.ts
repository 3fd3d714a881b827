/** A text that stands for itself in the source of a pattern. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
