// npm run catalog: the operators' commands. One of them takes the search engine, which `db` knows nothing of.
import { argv } from "node:process";

const isListing = argv[2] === "import" && argv[3] === "listing";
await (isListing ? import("./catalog/import-listing.ts") : import("./catalog/catalog-commands.ts"));
