import type { AdminChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { useCompanyFacts } from '../directory.ts';
import { firstSwitch, heldBy, type SwitchValues } from './switch-form.ts';

const states: readonly SwitchValues['state'][] = ['byHours', 'closed', 'open'];

/** Keeps a channel open or closed whatever its opening hours say, or lets them count again. */
export function SwitchDialog({ channel, onClose }: { channel: AdminChannel; onClose: () => void }) {
  const { t } = useWords();
  const zone = useCompanyFacts()?.timeZone ?? 'Europe/Berlin';
  const [opened] = useState(() => new Date());
  const [typed, setTyped] = useState<Partial<SwitchValues>>({});
  const { state, until } = { ...firstSwitch(channel.held, zone, opened), ...typed };
  const [problem, setProblem] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const held = heldBy({ state, until }, channel.held, zone);
      await call(adminChannelRoutes.switchChannel, { params: { channelId: channel.id }, body: { held } });
      toast({ tone: 'ok', title: t(($) => $.admin.hours.hand.done, { name: channel.name }) });
      onClose();
    } catch (error) {
      const isLate = error instanceof ApiError && error.issues.some(({ message }) => message === 'notAhead');
      const code = codeOf(error);
      setProblem(t(($) => (isLate ? $.admin.hours.hand.notAhead : $.errors[code])));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(($) => $.admin.hours.hand.title, { name: channel.name })}
      description={t(($) => $.admin.hours.hand.text)}
      actions={
        <>
          <Button onClick={onClose}>{t(($) => $.admin.cancel)}</Button>
          <Button tone="primary" disabled={busy} onClick={() => void apply()}>
            {t(($) => $.admin.hours.hand.apply)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 px-6 pt-4">
        <Select
          label={t(($) => $.admin.hours.hand.state)}
          value={state}
          error={state === 'byHours' ? problem : undefined}
          onChange={(event) => setTyped({ ...typed, state: event.target.value as SwitchValues['state'] })}
          options={states.map((value) => ({ value, label: t(($) => $.admin.hours.hand[value]) }))}
        />
        {state === 'byHours' ? null : (
          <Field
            label={t(($) => $.admin.hours.hand.until)}
            type="datetime-local"
            help={t(($) => $.admin.hours.hand.untilHelp, { zone })}
            value={until}
            error={problem}
            onChange={(event) => setTyped({ ...typed, until: event.target.value })}
          />
        )}
      </div>
    </Dialog>
  );
}
