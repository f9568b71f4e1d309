/** The product's name, in one place. */
export const siteName = "Sosia";

/** spec.md §2 */
export const copyrightYear = 2025;
