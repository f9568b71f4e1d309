// The site with its assets served by react-router-serve, which compresses each response, for comparison with app/http/assets.ts.
import * as build from "../../build/server/index.js";
import { readConfig } from "../../app/config.ts";

export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const { fetch } = build.entry.module.createSite(readConfig(process.env), build);
