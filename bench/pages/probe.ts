/** What both pages are measured with; runs before any code of theirs. Times are epoch milliseconds with fractions. */
export interface Probe {
  /** When the frame was drawn that first showed an Accept button; 0 while there is none. */
  ringingPainted: number;
  acceptClicked: number;
  /** When the WebSocket was given the 200 OK to the INVITE. */
  okSent: number;
}

export function installProbe(): void {
  const probe: Probe = { ringingPainted: 0, acceptClicked: 0, okSent: 0 };
  const now = () => performance.timeOrigin + performance.now();
  Object.assign(window, { probe });
  const isAccept = (element: Element) => /^(accept|annehmen)/i.test(element.textContent ?? '');
  let isPainting = false;
  const look = () => {
    if (probe.ringingPainted > 0 || isPainting || ![...document.querySelectorAll('button')].some(isAccept)) return;
    isPainting = true;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        probe.ringingPainted = now();
        isPainting = false;
      };
      channel.port2.postMessage(null); // runs right after the frame was drawn
    });
  };
  const watch = () => new MutationObserver(look).observe(document, { childList: true, subtree: true });
  watch();
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button && isAccept(button)) probe.acceptClicked = now();
    },
    true,
  );
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (this: WebSocket, data) {
    if (typeof data === 'string' && data.startsWith('SIP/2.0 200') && /\r\nCSeq: *\d+ INVITE/i.test(data)) {
      probe.okSent = now();
    }
    send.call(this, data);
  };
}
