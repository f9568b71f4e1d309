import ads from "./ads.css?inline";
import avatar from "./avatar.css?inline";
import base from "./base.css?inline";
import blind from "./blind.css?inline";
import brands from "./brands.css?inline";
import consent from "./consent.css?inline";
import data from "./data.css?inline";
import desk from "./desk.css?inline";
import deskOverview from "./desk-overview.css?inline";
import dialog from "./dialog.css?inline";
import empty from "./empty.css?inline";
import fields from "./fields.css?inline";
import forms from "./forms.css?inline";
import found from "./found.css?inline";
import home from "./home.css?inline";
import kept from "./filled-hearts.css?inline";
import missing from "./missing.css?inline";
import notice from "./message-box.css?inline";
import pair from "./pair.css?inline";
import pending from "./pending.css?inline";
import perfume from "./perfume.css?inline";
import prices from "./prices.css?inline";
import reviews from "./reviews.css?inline";
import sample from "./sample.css?inline";
import shelf from "./shelf.css?inline";
import sightings from "./sightings.css?inline";
import text from "./text.css?inline";

/** Every style sheet of the site, for the content security policy. */
export const sheets = [
  ads,
  avatar,
  base,
  blind,
  brands,
  consent,
  data,
  desk,
  deskOverview,
  dialog,
  empty,
  fields,
  forms,
  found,
  home,
  kept,
  missing,
  notice,
  pair,
  pending,
  perfume,
  prices,
  reviews,
  sample,
  shelf,
  sightings,
  text,
];
