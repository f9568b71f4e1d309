export const siteName = "Sosia";
