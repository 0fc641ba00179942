/** The page sizes in the menu; the URL may have any size that the API accepts. */
export const pageSizes = [10, 25, 50, 100] as const;
