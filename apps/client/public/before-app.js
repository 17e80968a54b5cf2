// Runs before the first paint and before the app.

// A chosen theme never flashes in the other one.
try {
  const theme = localStorage.getItem('sidetone.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is refused (private window): the theme then follows the system.
}

// Where the app did not arrive, for example because the network changed, the page is loaded once more by itself. The
// whole page, since a browser may keep the failure of a module as long as its page.
addEventListener('error', tryAgain, true);

async function tryAgain({ target }) {
  if (!(target instanceof HTMLScriptElement)) return;
  // Where one script fails, others do as well.
  removeEventListener('error', tryAgain, true);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  if (isFirstFailure() && (await isServerThere())) location.reload();
  else document.querySelector('.not-loading')?.style.setProperty('animation-delay', '0s', 'important');
}

/** Two failures within half a minute are left to the user, or the page would reload for ever. */
function isFirstFailure() {
  const key = 'sidetone.not-loaded';
  try {
    const before = Number(sessionStorage.getItem(key) ?? 0);
    sessionStorage.setItem(key, String(Date.now()));
    return Date.now() - before > 30_000;
  } catch {
    return false;
  }
}

/** The browser's own page about a missing connection would take the place of ours. */
function isServerThere() {
  return fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
