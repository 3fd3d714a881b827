type Work = (...args: never[]) => Promise<unknown>

/** The store with every method passed through `wrap`. */
export function guarded<Store extends object>(store: Store, wrap: (method: string, work: Work) => Work): Store {
  const methods = Object.entries(store).map(([name, work]: [string, Work]) => [name, wrap(name, work)])
  return Object.fromEntries(methods) as Store
}
