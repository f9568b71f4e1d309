// The site with its assets left to react-router-serve, which compresses each answer anew: what keeping them saves.
import * as build from "../../build/server/index.js";

const answer = build.entry.module.createFetch(build as never);

export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const fetch = answer;
