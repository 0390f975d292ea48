// Bundles the scripts, styles and fonts into the package, under names that change with their content.
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "../src/showbible/web/static/dist");

async function bundle() {
  const result = await build({
    absWorkingDir: here,
    entryPoints: { app: "src/app.ts", style: "src/css/style.css", favicon: "src/favicon.svg" },
    outdir: dist,
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    format: "esm",
    // The first versions that know light-dark().
    target: ["chrome123", "firefox120", "safari17.5"],
    loader: { ".woff2": "file", ".svg": "copy" },
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  return Object.keys(result.metafile.outputs).map((path) => basename(path));
}

function manifestOf(names) {
  const plain = (name) => name.replace(/-[0-9A-Z]{8}(?=\.[a-z0-9]+$)/, "");
  return Object.fromEntries(names.map((name) => [plain(name), name]).sort());
}

async function copyLicences() {
  for (const font of ["geist", "geist-mono"]) {
    await copyFile(join(here, "node_modules/@fontsource-variable", font, "LICENSE"), join(dist, `${font}-license.txt`));
  }
}

async function report(names) {
  for (const name of names.sort()) {
    const bytes = await readFile(join(dist, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    console.log(`${name.padEnd(40)} ${String(bytes.length).padStart(7)} B ${String(packed).padStart(7)} B gzip`);
  }
  console.log(`built into ${relative(process.cwd(), dist) || "."}`);
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const names = await bundle();
await copyLicences();
await writeFile(join(dist, "manifest.json"), JSON.stringify(manifestOf(names), null, 2) + "\n");
await report(names);
