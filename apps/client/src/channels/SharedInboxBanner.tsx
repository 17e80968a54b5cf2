import { type ChannelRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { UsersRound } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toasts.ts';

/** Says on shared channels that all members see the same calls, until it is acknowledged. */
export function SharedInboxBanner({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const me = useMe();
  if (channel.channelType !== 'shared' || !me || me.acknowledgedSharedInboxAt !== null) return null;
  const acknowledge = async () => {
    const change = { acknowledgedSharedInboxAt: new Date().toISOString() };
    const shown = patchLive(phoneQueries.me, me.id, change);
    try {
      await confirmed([shown], () => call(sessionRoutes.updateUser, { body: change }));
    } catch (error) {
      toast({ tone: 'error', title: t(($) => $.channels.sender.notSaved), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  return (
    <Banner
      tone="info"
      icon={UsersRound}
      action={
        <Button size="s" onClick={() => void acknowledge()}>
          {t(($) => $.channels.sharedInbox.acknowledge)}
        </Button>
      }
    >
      {t(($) => $.channels.sharedInbox.text, { count: channel.members.length })}
    </Banner>
  );
}
