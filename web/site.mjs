// The page as a site: a folder that any host serves, which browsers install and keep for
// when there is no net. site.json says where it will stand.
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";

const BLUE = [0x2b, 0x5c, 0x8a];
const WOOD = [0xe9, 0xdc, 0xc4];
const DENT = [0xb9, 0xa6, 0x83];

/** What the head of the page has as a site. */
export function head({ address, name, description }) {
  const at = (file) => (address === "" ? file : new URL(file, address).href);
  const meta = [
    ["og:type", "website"],
    ["og:title", name],
    ["og:description", description],
    ["og:image", at("card.png")],
  ].map(([property, content]) => `<meta property="${property}" content="${content}">`);
  return [
    ...meta,
    ...(address === "" ? [] : [`<link rel="canonical" href="${address}">`]),
    '<meta name="twitter:card" content="summary_large_image">',
    '<link rel="manifest" href="manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="icon-192.png">',
    "",
  ].join("\n");
}

/** Writes the folder: the page, what makes it installable, and its pictures. */
export async function write(folder, html, { name, short_name, description }) {
  const files = {
    "index.html": html,
    "manifest.webmanifest": JSON.stringify({
      name,
      short_name,
      description,
      start_url: "./",
      display: "standalone",
      background_color: "#f6f4ef",
      theme_color: "#2b5c8a",
      icons: [192, 512].map((size) => ({ src: `icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png", purpose: "any maskable" })),
    }),
    "icon-192.png": picture(192, 192),
    "icon-512.png": picture(512, 512),
    "card.png": picture(1200, 630),
  };
  const version = createHash("sha256");
  for (const content of Object.values(files)) version.update(content);
  files["worker.js"] = worker(version.digest("hex").slice(0, 16), Object.keys(files));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(`${folder}/${file}`, content);
}

/**
 * The service worker: what is kept is served; a new version takes over at the next visit. Other
 * sites of the same origin have caches too: its own is named by its scope.
 */
function worker(version, files) {
  return `const OWN = "pegsat " + self.registration.scope + " ";
const KEPT = OWN + "${version}";
self.addEventListener("install", (event) =>
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(${JSON.stringify(["./", ...files])})).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) =>
  event.waitUntil(caches.keys().then((all) => Promise.all(all.filter((name) => name.startsWith(OWN) && name !== KEPT).map((name) => caches.delete(name)))).then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(self.registration.scope)) return;
  const kept = caches.open(KEPT).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((kept) => kept ?? fetch(event.request)));
});
`;
}

/** The English board as PNG. */
function picture(width, height) {
  const unit = height / 9;
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [(x - width / 2) / unit + 3, (y - height / 2) / unit + 3];
      const [near, under] = [Math.round(column), Math.round(row)];
      const isHole = Math.max(Math.abs(near - 3), Math.abs(under - 3)) <= 3 && Math.min(Math.abs(near - 3), Math.abs(under - 3)) <= 1;
      const isCentre = near === 3 && under === 3;
      const away = Math.hypot(column - near, row - under);
      const inside = isHole ? Math.min(1, Math.max(0, ((isCentre ? 0.18 : 0.4) - away) * unit + 0.5)) : 0;
      const ink = isCentre ? DENT : BLUE;
      WOOD.forEach((wood, part) => {
        rows[y * (3 * width + 1) + 1 + 3 * x + part] = Math.round(wood + (ink[part] - wood) * inside);
      });
    }
  }
  const sumOf = (bytes) => {
    let sum = -1;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return ~sum >>> 0;
  };
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(sumOf(body));
    return Buffer.concat([size, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
