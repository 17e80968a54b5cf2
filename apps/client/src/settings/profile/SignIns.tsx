import type { OwnSignIn } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import { Globe, LogOut, Monitor } from 'lucide-react';
import { useRef, useState } from 'react';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { SettingGroup, SettingLine } from '../SettingGroup.tsx';
import { placeOfSignIn } from './sign-in-words.ts';
import { useSignIns } from './use-sign-ins.ts';

/** Where the person is signed in, with a way out of each place and of all. */
export function SignIns() {
  const { t } = useWords();
  const { list, status, retry, end, endAll } = useSignIns();
  const [busy, setBusy] = useState<string | null>(null);
  const rows = useRef<HTMLUListElement>(null);

  const failed = (error: unknown) =>
    toast({ tone: 'error', title: t(($) => $.profile.notDone), text: t(($) => $.errors[codeOf(error)]) });
  const endOne = async (signIn: OwnSignIn) => {
    if (busy !== null) return;
    setBusy(signIn.id);
    try {
      await end(signIn.id);
      const place = placeOfSignIn(signIn, t);
      const text = t(($) => $.profile.signIns.endedText, { place });
      toast({ tone: 'ok', title: t(($) => $.profile.signIns.ended), text });
    } catch (error) {
      // It is gone, which was wanted.
      if (codeOf(error) !== 'NOT_FOUND') return failed(error);
    } finally {
      setBusy(null);
    }
    // The button that was pressed is gone with its line.
    rows.current?.focus();
  };
  const everywhere = async () => {
    const yes = await confirm({
      icon: LogOut,
      headline: t(($) => $.profile.signIns.everywhereTitle),
      text: t(($) => $.profile.signIns.everywhereText),
      action: t(($) => $.profile.signIns.everywhere),
      critical: true,
    });
    if (yes) await endAll().catch(failed);
  };

  return (
    <SettingGroup
      title={t(($) => $.profile.signIns.title)}
      aside={
        <Button tone="ghost" size="s" className="-mr-2.5" onClick={() => void everywhere()}>
          <Icon of={LogOut} size={14} />
          {t(($) => $.profile.signIns.everywhere)}
        </Button>
      }
    >
      {status === 'failed' ? (
        <SettingLine label={t(($) => $.profile.signIns.failed)}>
          <Button size="s" onClick={retry}>
            {t(($) => $.profile.signIns.again)}
          </Button>
        </SettingLine>
      ) : null}
      {status === 'loading' ? <Skeleton className="my-3 h-6" /> : null}
      {list.length === 0 ? null : (
        <ul ref={rows} tabIndex={-1} aria-label={t(($) => $.profile.signIns.title)} className="outline-none">
          {list.map((signIn) => (
            <SignInLine key={signIn.id} signIn={signIn} busy={busy === signIn.id} onEnd={() => void endOne(signIn)} />
          ))}
        </ul>
      )}
    </SettingGroup>
  );
}

function SignInLine({ signIn, busy, onEnd }: { signIn: OwnSignIn; busy: boolean; onEnd: () => void }) {
  const { t, language } = useWords();
  const place = placeOfSignIn(signIn, t);
  const thisYear = new Date().getFullYear();
  const day = (moment: string) => formatDay(dayOf(new Date(moment)), language, thisYear);
  const facts = [
    t(($) => $.profile.signIns.lastUsed, {
      day: day(signIn.lastUsedAt),
      time: formatTime(signIn.lastUsedAt, language),
    }),
    t(($) => $.profile.signIns.since, { day: day(signIn.startedAt) }),
    ...(signIn.address === null ? [] : [signIn.address]),
  ];
  return (
    <li className="border-line border-b last:border-b-0" aria-label={place}>
      <SettingLine
        mark={<Icon of={signIn.program === 'desktop' ? Monitor : Globe} className="text-ink-3" />}
        label={
          <span className="flex flex-wrap items-center gap-2">
            {place}
            {signIn.isThis ? (
              <Chip className="bg-accent-tint text-accent">{t(($) => $.profile.signIns.here)}</Chip>
            ) : null}
          </span>
        }
        help={facts.join(' · ')}
      >
        {signIn.isThis ? null : (
          <Button
            size="s"
            aria-disabled={busy}
            aria-label={t(($) => $.profile.signIns.endLabel, { place })}
            onClick={onEnd}
          >
            {t(($) => $.profile.signIns.end)}
          </Button>
        )}
      </SettingLine>
    </li>
  );
}
