// Imported by the service worker. A page has it show notifications with buttons, and hears which one was pressed. Only the
// page that ordered one hears of it, and it comes to the front unless the call was declined.
addEventListener('message', (event) => {
  const { kind, tag, title, body, actions } = event.data ?? {};
  if (kind === 'notify') {
    const data = { page: event.source.id };
    event.waitUntil(
      registration.showNotification(title, {
        tag,
        body,
        actions,
        data,
        icon: '/icon-192.png',
        requireInteraction: true,
      }),
    );
  }
  if (kind === 'closeNotice') event.waitUntil(closeNotices(tag, event.source.id));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(answer(event.notification, event.action === '' ? null : event.action));
});

async function closeNotices(tag, page) {
  const shown = await registration.getNotifications({ tag });
  // One of another page stays: it is that page's to take back.
  for (const notification of shown) if (notification.data?.page === page) notification.close();
}

async function answer({ tag, data }, action) {
  const page = await clients.get(data?.page ?? '');
  if (page === undefined) {
    // The page is gone: the app is opened, and rings there if it still does.
    if (action !== 'decline') await clients.openWindow('/');
    return;
  }
  page.postMessage({ kind: 'noticeAnswered', tag, action });
  if (action !== 'decline') await page.focus();
}
