import { Headphones, Mic, Volume2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { askForDevices, browserAskParts } from '#audio/ask-for-devices.ts';
import { chooseAudio } from '#audio/device-choice.ts';
import { allowedHeadsets } from '#audio/headset.ts';
import type { NewDevice } from '#audio/new-devices.ts';
import { useCallsView } from '#calls/calls.ts';
import { phoneRings } from '#dialling/phone-rings.ts';
import { useWords } from '#i18n/use-words.ts';
import { confirm } from '#ui/confirm.ts';

/**
 * Asks whether a plugged-in device is to be used for calls; in the tab that has the phone, and never while it rings.
 */
export function useNewDevices(): void {
  const { t } = useWords();
  const { calls, elsewhere } = useCallsView();
  const mayAsk = !elsewhere && !phoneRings(calls);
  const now = useRef({ t, mayAsk });
  now.current = { t, mayAsk };
  const asking = useRef<ReturnType<typeof askForDevices> | null>(null);

  useEffect(() => {
    const started = askForDevices({
      ...browserAskParts,
      mayAsk: () => now.current.mayAsk,
      ask: (device, waiting) => askFor(device, waiting, now.current.t),
      use: takeDevice,
      answered: storedAnswers,
    });
    asking.current = started;
    return () => started.stop();
  }, []);

  useEffect(() => {
    if (mayAsk) asking.current?.look();
  }, [mayAsk]);
}

function askFor(device: NewDevice, waiting: number, t: ReturnType<typeof useWords>['t']): Promise<boolean> {
  const kind = kindOf(device);
  const next = waiting === 0 ? '' : ` ${t(($) => $.audio.newDevice.next, { count: waiting })}`;
  return confirm({
    icon: { headset: Headphones, microphone: Mic, speaker: Volume2 }[kind],
    headline: t(($) => $.audio.newDevice.title, { name: device.name }),
    text: t(($) => $.audio.newDevice[kind]) + next,
    cancel: t(($) => $.audio.newDevice.notNow),
    action: t(($) => $.audio.newDevice.use),
  });
}

function kindOf({ input, output }: NewDevice): 'headset' | 'microphone' | 'speaker' {
  if (input !== null && output !== null) return 'headset';
  return input === null ? 'speaker' : 'microphone';
}

/** Calls use it from now on, and its buttons control them where they were allowed before. */
function takeDevice({ name, input, output }: NewDevice): void {
  chooseAudio({ ...(input !== null && { input }), ...(output !== null && { output }) });
  allowedHeadsets().then(
    (headsets) => {
      const own = headsets.find((headset) => name.includes(headset.name) || headset.name.includes(name));
      if (own) chooseAudio({ headsetButtons: true, headset: own.key });
    },
    (cause: unknown) => console.warn('[audio] headset not looked for', cause),
  );
}

const answersKey = 'sidetone.asked-devices';
const mostAnswers = 50;
const answersShape = z.array(z.string()).catch([]);

/** The devices that this browser was asked about; the oldest are forgotten. */
const storedAnswers = {
  has: (key: string) => readAnswers().includes(key),
  add(key: string) {
    const kept = [...readAnswers().filter((each) => each !== key), key].slice(-mostAnswers);
    try {
      localStorage.setItem(answersKey, JSON.stringify(kept));
    } catch {
      // Without storage it is asked again next time.
    }
  },
};

function readAnswers(): readonly string[] {
  try {
    return answersShape.parse(JSON.parse(localStorage.getItem(answersKey) ?? '[]'));
  } catch {
    return [];
  }
}
