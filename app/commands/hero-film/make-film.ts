/**
 * Renders the hero film in two cuts, for the light and the dark theme: node app/commands/hero-film/make-film.ts [light|dark]
 * Needs Chromium (at /usr/bin/chromium, or CHROMIUM=…), ffmpeg with libvpx-vp9, libx264 and libwebp, and the fonts
 * Noto Serif Display or Noto Serif. Writes public/hero.webm, hero.mp4 and hero.webp, and the same as hero-dark.*.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { type CutName, cuts } from "./cuts.ts";
import { HEIGHT, scene, WIDTH } from "./scene.ts";

const SECONDS = 12;
const RATE = 24;
const FRAMES = SECONDS * RATE;

const frames = mkdtempSync(join(tmpdir(), "sosia-film-"));
const to = (name: string) => fileURLToPath(new URL(`../../../public/${name}`, import.meta.url));
/** Without these tags, browsers guess the colour space from the picture size. */
const COLOURS = "-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv".split(
  " ",
);
const SCALE =
  "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p";
const VP9 = "-c:v libvpx-vp9 -b:v 0 -crf 30 -g 288 -row-mt 1 -deadline good -cpu-used 1".split(" ");
const H264 =
  "-c:v libx264 -preset veryslow -crf 24 -tune animation -g 288 -profile:v high -movflags +faststart".split(
    " ",
  );

const encode = (...args: string[]) =>
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args], { stdio: "inherit" });

async function drawFrames(cut: CutName) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.setContent("<!doctype html><style>body{margin:0}svg{display:block}</style><body>");
  for (let i = 0; i < FRAMES; i++) {
    await page.evaluate((svg) => void (document.body.innerHTML = svg), scene(i / FRAMES, cut));
    writeFileSync(join(frames, `${String(i).padStart(3, "0")}.png`), await page.screenshot());
  }
  await browser.close();
}

function encodeFilm(name: string) {
  const film = [
    "-framerate",
    `${RATE}`,
    "-i",
    join(frames, "%03d.png"),
    "-an",
    "-vf",
    SCALE,
    ...COLOURS,
  ];
  const log = ["-passlogfile", join(frames, "pass")];
  encode(...film, ...VP9, "-pass", "1", ...log, "-f", "null", "-");
  encode(...film, ...VP9, "-pass", "2", ...log, to(`${name}.webm`));
  encode(...film, ...H264, to(`${name}.mp4`));
  encode("-i", join(frames, "000.png"), "-c:v", "libwebp", "-quality", "82", to(`${name}.webp`));
  for (const kind of ["webm", "mp4", "webp"])
    console.log(`${name}.${kind}`, statSync(to(`${name}.${kind}`)).size);
}

try {
  for (const cut of cuts.filter((cut) => !process.argv[2] || cut === process.argv[2])) {
    await drawFrames(cut);
    encodeFilm(cut === "light" ? "hero" : `hero-${cut}`);
  }
} finally {
  if (!process.env.KEEP_FRAMES) rmSync(frames, { recursive: true });
  else console.log(frames);
}
