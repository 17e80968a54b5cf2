import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Select } from '#ui/Select.tsx';
import { useAdminChannels } from '../directory.ts';
import { useRun } from '../run.ts';

/** Before a channel is deleted: what becomes of its calls. */
export function RemoveChannelDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const cancel = useRef<HTMLButtonElement>(null);
  const others = useAdminChannels().rows.filter((other) => other.type === 'acd' && other.id !== channel.id);
  const [callsTo, setCallsTo] = useState(others[0]?.id ?? '');
  const remove = async () => {
    await run(
      () =>
        call(adminChannelRoutes.removeChannel, {
          params: { channelId: channel.id },
          query: callsTo === '' ? {} : { callsTo },
        }),
      { title: t(($) => $.admin.channels.remove.done, { name: channel.name }) },
    );
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.admin.channels.remove.title, { name: channel.name })}
      description={t(($) => $.admin.channels.remove.text)}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t(($) => $.admin.cancel)}
          </Button>
          <Button tone="danger" disabled={busy} onClick={() => void remove()}>
            {t(($) => $.admin.channels.remove.action)}
          </Button>
        </>
      }
    >
      <div className="px-6 pt-4">
        <Select
          label={t(($) => $.admin.channels.remove.callsTo)}
          value={callsTo}
          onChange={(event) => setCallsTo(event.target.value)}
          options={[
            ...others.map((other) => ({ value: other.id, label: other.name })),
            { value: '', label: t(($) => $.admin.channels.remove.withCalls) },
          ]}
        />
      </div>
    </Dialog>
  );
}
