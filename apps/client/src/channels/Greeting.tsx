import type { SpokenText } from '@sidetone/contract/entities/spoken-text.ts';
import { voicemailRoutes } from '@sidetone/contract/http/voicemail-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { fetchFile } from '#live/line/fetch-file.ts';
import { call } from '#live/line/http.ts';
import { upload } from '#live/line/upload.ts';
import { type GivenSound, saidQueryOf } from '#sound-input/given-sound.ts';
import { SoundInput } from '#sound-input/SoundInput.tsx';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toasts.ts';
import { useAddress } from '#ui/use-address.ts';

/** How long a greeting may be, in seconds; by telephone too. */
const longestGreeting = 120;

/** What callers of a channel hear before they leave a message: the default, or its own, said or chosen here. */
export function Greeting({ channelId }: { channelId: string }) {
  const { t } = useWords();
  const { greeting, isKnown, busy, change } = useGreeting(channelId);
  const [given, setGiven] = useState<GivenSound | null>(null);
  const save = async (sound: GivenSound) => {
    if (await change({ wav: sound.wav, said: sound.said ?? null })) setGiven(null);
  };
  if (!isKnown) return null;
  return (
    <div className="mt-3 grid gap-2">
      {greeting === null ? (
        <p className="text-12 text-ink-3">{t(($) => $.channels.voicemail.greeting.usual)}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Sound of={greeting.wav} label={t(($) => $.channels.voicemail.greeting.own)} />
          <Button tone="danger" disabled={busy} onClick={() => void change(null)}>
            {t(($) => $.channels.voicemail.greeting.remove)}
          </Button>
        </div>
      )}
      <SoundInput
        // Another greeting starts the field again, with its own text.
        key={greeting?.said?.text}
        label={t(($) => $.channels.voicemail.greeting.title)}
        sound={given}
        longest={longestGreeting}
        disabled={busy}
        onSound={setGiven}
        said={greeting?.said ?? null}
      />
      {given === null ? null : (
        <Button tone="primary" className="justify-self-start" disabled={busy} onClick={() => void save(given)}>
          {t(($) => $.channels.voicemail.greeting.save)}
        </Button>
      )}
    </div>
  );
}

function Sound({ of, label }: { of: Blob; label: string }) {
  const address = useAddress(of);
  if (address === null) return null;
  // biome-ignore lint/a11y/useMediaCaption: users know what they said
  return <audio src={address} controls aria-label={label} className="h-9 min-w-40 flex-1" />;
}

interface OwnGreeting {
  readonly wav: Blob;
  /** Null: nobody typed it. */
  readonly said: SpokenText | null;
}

/** The own greeting of a channel, null for the default one. `change` keeps another one, and offers to undo it. */
function useGreeting(channelId: string) {
  const { t } = useWords();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const queryKey = ['greeting', channelId];
  const { data, isSuccess } = useQuery({ queryKey, queryFn: ({ signal }) => fetchGreeting(channelId, signal) });
  const greeting = data ?? null;
  const change = async (wanted: OwnGreeting | null, before: OwnGreeting | null = greeting): Promise<boolean> => {
    setBusy(true);
    try {
      const params = { channelId };
      if (wanted === null) await call(voicemailRoutes.deleteGreeting, { params });
      else {
        const query = saidQueryOf({ ...(wanted.said && { said: wanted.said }) });
        await upload(voicemailRoutes.uploadGreeting, { params, query }, wanted.wav);
      }
      queries.setQueryData(queryKey, wanted);
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.channels.voicemail.greeting.failed),
        text: t(($) => $.errors[codeOf(error)]),
      });
      return false;
    } finally {
      setBusy(false);
    }
    toast({
      id: `greeting ${channelId}`,
      tone: 'ok',
      title: t(($) => (wanted === null ? $.channels.voicemail.greeting.removed : $.channels.voicemail.greeting.saved)),
      action: { label: t(($) => $.app.undo), run: () => void change(before, wanted) },
    });
    return true;
  };
  return { greeting, isKnown: isSuccess, busy, change };
}

async function fetchGreeting(channelId: string, signal: AbortSignal): Promise<OwnGreeting | null> {
  const params = { channelId };
  try {
    const wav = await fetchFile(voicemailRoutes.greeting, { params }, signal);
    return { wav, ...(await call(voicemailRoutes.greetingText, { params }, { signal })) };
  } catch (error) {
    if (codeOf(error) === 'NOT_FOUND') return null;
    throw error;
  }
}
