import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';

/**
 * The channel that was shown at this address until somebody took the reader out of it or deleted it; null while it
 * exists, and where it never did.
 */
export function useLostChannel(address: string, channel: ChannelRow | null): ChannelRow | null {
  const [last, setLast] = useState<{ address: string; channel: ChannelRow } | null>(null);
  if (channel !== null && (last?.address !== address || last.channel !== channel)) setLast({ address, channel });
  return channel === null && last?.address === address ? last.channel : null;
}

/**
 * Shown instead of a channel that its reader has just lost. They may be in the middle of a note: nothing here treats
 * the letters that they type as shortcuts, as a list would.
 */
export function LostChannel({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const router = useRouter();
  const params = { channelId: privateChannelId };
  return (
    <div role="alert" className="grid min-h-0 flex-1 place-items-center">
      <Empty
        page
        title={t(($) => $.channels.lost.title, { name: channel.name })}
        text={t(($) => $.channels.lost.text)}
        action={
          <Button onClick={() => void router.navigate({ to: '/main/channels/$channelId', params, replace: true })}>
            {t(($) => $.channels.lost.toOwn)}
          </Button>
        }
      />
    </div>
  );
}
