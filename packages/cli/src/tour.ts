/** Say what Daypack is and what works in this version. Prints only what is true today. */
export async function tour(print: (line: string) => void): Promise<void> {
  print('Daypack keeps the context of an agent in an append-only log.')
  print('What the model sees is a view of that log, so nothing is lost when the view gets smaller.')
  print('')
  print('The chat, the proxy and the inspector are not here yet; the library comes first.')
  print('Next: run "npm test", read README.md and docs/README.md, look at examples/.')
}
