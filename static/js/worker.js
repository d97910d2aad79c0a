// The service worker: where the network is away it shows what was looked at before, or says so itself,
// and never leaves it to the browser. `site` (web/webapp.py) tells what is kept. Pages are kept for
// the person who is signed in, until they sign out.

/** @typedef {{version: string, shell: string[], offline: string, icon: string, unsent: string, assets: string, final: boolean, home: string, pages: string[], leaving: string}} Site */

const scope = /** @type {any} */ (self);
const site = /** @type {Site} */ (scope.site);
const PAGES = "pages";
const SHELL = `shell-${site.version}`;
const MOST = 40; // pages
const ANYHOW = { ignoreVary: true }; // by whom it was asked for does not matter: there is one reader

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
scope.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAll(event.data)));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST") posted(event, pathname);
  else if (pathname.startsWith(site.assets)) event.respondWith(asset(request));
  else if (request.mode === "navigate" || isHtml(request)) event.respondWith(page(request, pathname));
});

scope.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data?.json() ?? {})));
scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  const { data } = event.notification;
  event.notification.close();
  event.waitUntil(goTo(data?.url ?? data ?? location.origin)); // of one that an older worker has shown it is the address
});

/** @typedef {{title?: string, url?: string, tag?: string, lang?: string, about?: string, settled?: boolean}} Told */

/** Show a notice in the place of the one before of the same game. @param {Told} told */
function show(told) {
  const { title = "Zugpost", url, tag, lang, about } = told;
  if (told.settled) return settle(told);
  const again = tag ? { tag, renotify: true } : {};
  return scope.registration.showNotification(title, { lang, data: { url, about }, icon: site.icon, ...again });
}

/**
 * Say without a sound that what is shown is settled, in its place. Browsers want something to be shown
 * for each push: where it is shown no more, this is closed at once.
 * @param {Told} told
 */
async function settle({ title = "Zugpost", url, tag, lang, about }) {
  const all = await scope.registration.getNotifications();
  const there = all.filter((/** @type {any} */ one) => one.data?.about === about);
  const place = (there.length && tag) || `settled-${about}`;
  there.filter((/** @type {any} */ one) => one.tag !== place).forEach((/** @type {any} */ one) => one.close());
  await scope.registration.showNotification(title, { lang, data: { url }, icon: site.icon, tag: place, silent: true });
  if (there.length) return;
  const shown = await scope.registration.getNotifications({ tag: place });
  shown.forEach((/** @type {any} */ one) => one.close());
}

/** Open a page of this site, in its window if there is one. @param {string} address */
async function goTo(address) {
  if (new URL(address).origin !== location.origin) return;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [there] = windows.filter((/** @type {any} */ one) => one.url.startsWith(address));
  return there ? there.focus() : scope.clients.openWindow(address);
}

async function install() {
  const shell = await caches.open(SHELL);
  await shell.addAll(site.shell.map((address) => new Request(address, { cache: isFinal(address) ? "default" : "reload" })));
  await scope.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** Whether what the browser has of an address is right for good. @param {string} address */
function isFinal(address) {
  return site.final && address.startsWith(site.assets);
}

/** @param {any} event @param {string} pathname */
function posted(event, pathname) {
  if (pathname === site.leaving) event.waitUntil(caches.delete(PAGES));
  if (event.request.mode !== "navigate") return;
  event.respondWith(fetch(event.request).catch(() => found(SHELL, site.unsent)));
}

/** What is at hand is right where the names of assets change with their content. @param {Request} request */
async function asset(request) {
  const shell = await caches.open(SHELL);
  const known = await shell.match(request, ANYHOW);
  if (known && site.final) return known;
  const answer = await fetch(request).catch(() => null);
  if (answer?.status === 200) await shell.put(request, answer.clone()).catch(() => null);
  return answer ?? known ?? Response.error();
}

/** What cannot be kept, say for want of room, is shown all the same. @param {Request} request @param {string} pathname */
async function page(request, pathname) {
  const answer = await fetch(request).catch(() => null);
  if (answer && isKept(pathname)) await keep(pathname, answer.clone()).catch(() => null);
  if (answer || request.mode !== "navigate") return answer ?? Response.error();
  return (await found(PAGES, pathname)) ?? found(SHELL, site.offline);
}

/** @param {string} name @param {string} address */
async function found(name, address) {
  return (await caches.open(name)).match(address, ANYHOW);
}

/** @param {string} pathname @param {Response} answer */
async function keep(pathname, answer) {
  if (answer.status !== 200 || answer.redirected || !isHtml(answer)) return;
  const html = await answer.text();
  const dated = html.replace("<html ", `<html data-kept="${new Date().toISOString()}" `);
  const pages = await caches.open(PAGES);
  await pages.put(pathname, new Response(dated, { headers: answer.headers }));
  const spare = (await pages.keys()).slice(0, -MOST);
  await Promise.all(spare.map((one) => pages.delete(one)));
}

/** Keep what a page is made of that was opened before this worker was there, and at last the page. @param {string[]} addresses */
async function keepAll(addresses) {
  for (const address of addresses) {
    const { origin, pathname } = new URL(address);
    if (origin !== location.origin) continue;
    const request = new Request(address, { headers: { Accept: "text/html" } });
    if (pathname.startsWith(site.assets)) await asset(request).catch(() => null);
    else if (isKept(pathname)) await page(request, pathname).catch(() => null);
  }
}

/** @param {string} pathname */
function isKept(pathname) {
  return pathname === site.home || site.pages.some((start) => pathname.startsWith(start));
}

/** @param {Request | Response} one */
function isHtml(one) {
  const told = one.headers.get(one instanceof Request ? "Accept" : "Content-Type") ?? "";
  return told.startsWith("text/html");
}
