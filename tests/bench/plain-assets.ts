// The site with its assets left to react-router-serve, which compresses each answer anew: what keeping them saves.
import * as build from "../../build/server/index.js";
import { readConfig } from "../../app/config.ts";

export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const { fetch } = build.entry.module.createSite(readConfig(process.env), build);
