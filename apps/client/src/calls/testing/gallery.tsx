import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { createRoot } from 'react-dom/client';
import { holdContext } from '#audio/audio-context.ts';
import { startWords } from '#i18n/language.ts';
import { useNarrow } from '#platform/window-size.ts';
import { popupsComeBy } from '#ui/popups.ts';
import { Toasts } from '#ui/Toasts.tsx';
import { TooltipHost } from '#ui/Tooltip.tsx';
import { callsView, dial, order, startCalls } from '../calls.ts';
import { startMeters } from '../conductor/sound/meters.ts';
import { Dock } from '../Dock.tsx';
import { createFakeExchange } from '../engine/fake/fake-exchange.ts';
import '../../ui/styles.css';

/**
 * Every state of the dock on a network of fake phones, for looking at: `gallery.html?state=held&lang=de&theme=dark`.
 * Served by `vite` in development only; it is in no build.
 */
const wanted = new URLSearchParams(location.search);
popupsComeBy(() => import('#ui/all-popups.ts'));
const exchange = createFakeExchange();
const phone = exchange.phone('11', 'Jonas Ahrens');

function somebody(name: string, organization: string): Remote {
  return { name, organization, avatarType: 'contact', isTeam: false, contactId: name, userId: null };
}

const people: Record<string, Remote> = {
  '+493023125410': somebody('Amadou Keïta', 'Sahel Import-Export · Managing director'),
  '+492214710318': somebody('Dr. Ulrike Sommerfeld', 'Rheinwerk Dental AG'),
  '+494037501222': somebody('Svenja Kolbe', 'Hafenwerk GmbH'),
};
const ulrike = { number: '+492214710318', channelId: null, remote: people['+492214710318'] ?? null };
const svenja = { number: '+494037501222', channelId: null, remote: people['+494037501222'] ?? null };
const firstId = () => callsView().calls[0]?.id ?? '';

/** Lets the fake wire and the screen settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

async function talk() {
  exchange.script(ulrike.number, 'answer');
  await dial(ulrike);
  await settle();
  const id = firstId();
  startMeters(id, { you: voice(0), them: voice(1) });
}

/** A simulated voice: a hum that comes and goes, one side at a time. */
function voice(turn: number): MediaStream {
  const { context } = holdContext();
  const hum = context.createOscillator();
  const loud = context.createGain();
  const out = context.createMediaStreamDestination();
  loud.gain.value = 0;
  for (let at = 0; at < 60; at += 1) {
    const speaks = Math.floor(at / 4) % 2 === turn;
    loud.gain.setValueAtTime(
      speaks ? 0.04 + 0.5 * Math.abs(Math.sin(at * 2.1)) : 0.002,
      context.currentTime + at * 0.25,
    );
  }
  hum.connect(loud).connect(out);
  hum.start();
  return out.stream;
}

const states: Record<string, () => Promise<unknown>> = {
  none: async () => {},
  incoming: async () => exchange.callFromOutside('11', { number: '+493023125410' }),
  incomingUnknown: async () => exchange.callFromOutside('11', { number: '+496990009214' }),
  incomingAnonymous: async () => exchange.callFromOutside('11', { number: null }),
  dialling: async () => {
    exchange.script(svenja.number, 'ring');
    await dial(svenja);
  },
  connecting: async () => {
    exchange.callFromOutside('11', { number: '+493023125410' });
    await settle();
    phone.failNext('accept', 'UNKNOWN');
    void order('accept', firstId());
  },
  live: talk,
  keypad: async () => {
    await talk();
    for (const tone of '001231020955320147#') void order('sendTones', firstId(), tone);
    await settle();
    document.querySelector<HTMLButtonElement>('[aria-label="Keypad"],[aria-label="Tasten"]')?.click();
  },
  muted: async () => {
    await talk();
    void order('toggleMute', firstId());
  },
  held: async () => {
    await talk();
    void order('toggleHold', firstId());
  },
  ended: async () => {
    const caller = exchange.callFromOutside('11', { number: '+492214710318' });
    await settle();
    void order('accept', firstId());
    await settle();
    caller.leave();
  },
  hungUp: async () => {
    await talk();
    void order('hangUp', firstId());
  },
  busy: async () => {
    exchange.script(svenja.number, 'BUSY_EVERYWHERE');
    await dial(svenja);
  },
  declined: async () => {
    exchange.callFromOutside('11', { number: '+493023125410' });
    await settle();
    void order('decline', firstId());
  },
  elsewhere: async () => {
    const caller = exchange.callFromOutside('11', { number: '+493023125410' });
    await settle();
    caller.cancelAnsweredElsewhere();
  },
  notFound: async () => {
    await dial({ number: '+493023125999', channelId: null });
  },
  problem: async () => {
    phone.failNext('dial', 'MICROPHONE_DENIED');
    await dial(ulrike);
  },
};

function Gallery() {
  const narrow = useNarrow();
  return (
    <>
      <div className="flex h-full flex-col bg-sidebar">
        <div className="flex min-h-0 flex-1">
          <div className={narrow ? 'w-14 border-line border-r' : 'flex w-66 flex-col border-line border-r px-2 pb-2'}>
            <div className="flex-1" />
            {narrow ? null : <Dock onAddParticipant={() => {}} />}
            <div className="h-13" />
          </div>
          <main className="flex-1 bg-canvas p-6">
            <input aria-label="Text" className="border border-line-control" />
          </main>
        </div>
        {narrow ? <Dock onAddParticipant={() => {}} /> : null}
      </div>
      <Toasts label="Notifications" closeLabel="Close" />
      <TooltipHost />
    </>
  );
}

const theme = wanted.get('theme');
if (theme !== null) document.documentElement.dataset['theme'] = theme;
await startWords(wanted.get('lang') === 'de' ? 'de' : 'en');
startCalls({
  webUserId: 'w1',
  engine: phone,
  ground: () => ({ place: { country: 'DE', areaCode: '40' }, ownNumbers: ['11'] }),
  isDnd: () => false,
  channel: () => ({ name: null, number: '+49406696941', closesAtOnce: false }),
  findRemote: async (number) => people[number] ?? null,
});
const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Gallery />);
await settle();
await states[wanted.get('state') ?? 'live']?.();
