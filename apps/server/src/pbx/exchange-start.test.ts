import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock, settle } from './calls/testing/fake-clock.ts';
import { FakeLegs } from './calls/testing/fake-legs.ts';
import { FakeBook } from './control/testing/fake-book.ts';
import { startExchange } from './exchange.ts';
import { FakeMedia } from './media/fake-media.ts';
import { MediaError } from './media/media.ts';

/** Media that does not answer: a request fails after as long as the real client waits for a reply. */
class SilentMedia extends FakeMedia {
  asked = 0;
  override closeAll(): Promise<void> {
    this.asked += 1;
    return new Promise((_, reject) =>
      clock.after(5000, () => reject(new MediaError('MEDIA_UNAVAILABLE', 'no reply to closeAll'))),
    );
  }
}

let clock: FakeClock;
let book: FakeBook;
let legs: FakeLegs;
beforeEach(() => {
  clock = new FakeClock();
  book = new FakeBook();
  legs = new FakeLegs();
});

const start = (media: FakeMedia) =>
  startExchange({
    ways: [{ takes: () => true, legs }],
    media,
    book,
    clock,
    directory: {
      userById: async () => null,
      channelByExtension: async () => null,
      channelByNumber: async () => null,
      channelById: async () => null,
      isMember: async () => false,
      callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
    },
    announce: { callRinging: () => {}, callEstablished: () => {}, callEnded: () => {} },
    log: pino({ level: 'silent' }),
  });

test('calls are taken ten seconds after the start at the latest, whether media answers or not', async () => {
  const media = new SilentMedia();
  let started = false;
  void start(media).then(() => {
    started = true;
  });
  await clock.pass(9_000);
  expect([started, media.asked]).toEqual([false, 2]);
  await clock.pass(2_000);
  expect([started, media.asked, book.reaped]).toEqual([true, 2, 1]);
});

test('who calls while the old endpoints are being closed waits, and is served after it', async () => {
  const media = new FakeMedia();
  const closed = Promise.withResolvers<void>();
  media.closeAll = () => closed.promise;
  const starting = start(media);
  legs.tell({
    type: 'invited',
    legId: 'l1',
    sipCallId: 'c1',
    called: '12',
    from: { endpointId: 'e1', accountId: 's1', userId: 'w1', kind: 'app' },
    media: 'webrtc',
    address: '127.0.0.1',
  });
  await settle();
  expect([legs.orders, book.reaped]).toEqual([[], 0]);
  closed.resolve();
  await starting;
  await settle();
  expect(legs.of('refuse')).toMatchObject([{ legId: 'l1', status: 403 }]);
});
