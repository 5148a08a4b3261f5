export const PAGE_SIZE = 50;

/** Returns which rows of a list are on a page; the first page is number 1. */
export function rowsOf(page: number): { readonly limit: number; readonly offset: number } {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}
