/** The role everything runs under: it owns no table, so that row-level security holds for it. */
export const ROLE = 'daypack_app'
