import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { UserRoundMinus, UserRoundPlus } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { toast } from '#ui/toasts.ts';
import { setDialedIn, useChannelSetting } from './channel-setting.ts';

/** Logs the signed-in user in to a queue, or out of it; `track` may follow the change. */
export function useQueueLogIn(
  channel: ChannelRow,
  track: (change: Promise<void>) => Promise<void> = (change) => change,
): (dialedIn: boolean) => void {
  const { t } = useWords();
  const me = useMe();
  return (dialedIn) => {
    if (!me) return;
    track(setDialedIn(channel, me.webUserId, dialedIn)).catch((error: unknown) => {
      toast({ tone: 'error', title: t(($) => $.channels.notLoggedIn), text: t(($) => $.errors[codeOf(error)]) });
    });
  };
}

/** In the head of a queue. */
export function QueueButton({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const setting = useChannelSetting(channel.id);
  const logIn = useQueueLogIn(channel);
  if (!setting || channel.type !== 'acd') return null;
  const { dialedIn } = setting;
  return (
    <>
      <Button tone={dialedIn ? 'ghost' : 'default'} size="s" onClick={() => logIn(!dialedIn)}>
        <Icon of={dialedIn ? UserRoundMinus : UserRoundPlus} size={14} />
        <span className="@max-[559px]:sr-only">
          {t(($) => (dialedIn ? $.channels.logOut : $.channels.logIn), { channel: channel.name ?? '' })}
        </span>
      </Button>
      <span role="status" className="sr-only">
        {t(($) => (dialedIn ? $.channels.loggedIn : $.channels.loggedOut), { channel: channel.name ?? '' })}
      </span>
    </>
  );
}
