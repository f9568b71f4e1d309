import base from "./base.css?inline";
import home from "./home.css?inline";
import perfume from "./perfume.css?inline";
import text from "./text.css?inline";

/** Every style sheet of the site, as it stands inline in the pages. */
export const sheets = [base, home, perfume, text];
