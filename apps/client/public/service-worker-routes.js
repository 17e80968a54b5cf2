// Imported by the service worker. Its process may be the one of a tab that is frozen, and then every request of every
// other tab would wait for it. These routes are kept by the browser itself (Service Worker Static Routing): data goes
// past the worker, and for files whoever is faster wins, the network or the worker's cache. Browsers without it go on
// as before.
addEventListener('install', (event) => {
  const past = ['/api/*', '/oidc/*'].map((pathname) => ({
    condition: { urlPattern: new URLPattern({ pathname, baseURL: location.origin }) },
    source: 'network',
  }));
  const raced = {
    condition: { urlPattern: new URLPattern({ pathname: '/*', baseURL: location.origin }), requestMethod: 'GET' },
    source: 'race-network-and-fetch-handler',
  };
  event.waitUntil(event.addRoutes?.([...past, raced]).catch(() => undefined));
});
