import { type ChannelLogMode, callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { type LogMode, logMode } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { useState } from 'react';
import { useChannels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, useLive } from '#live/queries/live.ts';
import { Select } from '#ui/Select.tsx';
import { SavedMark } from '../../SavedMark.tsx';
import { SettingGroup, SettingLine } from '../../SettingGroup.tsx';
import { useNotSaved } from '../../use-not-saved.ts';
import { useSaved } from '../../use-saved.ts';

interface ChannelModesProps {
  /** The plan of the account has no logs, and all channels are off. SPERM-017 */
  disabled: boolean;
}

/** How each channel logs its calls, for channels whose way the user may set. */
export function ChannelModes({ disabled }: ChannelModesProps) {
  const { t } = useWords();
  const { own, shared } = useChannels();
  const modes = useLive(callLogQueries.logModes, {}).rows;
  const { saved, tell } = useSaved();
  const notSaved = useNotSaved();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const channels = [...(own === null ? [] : [own]), ...shared];
  const lines = channels.flatMap(({ id, name, channelType }) => {
    const row = modes.find((mode) => mode.id === id);
    return row === undefined || !row.mayChange
      ? []
      : [{ row, name: channelType === 'personal' ? t(($) => $.callNotes.own) : name }];
  });
  if (lines.length === 0) return null;

  const choose = async ({ id }: ChannelLogMode, mode: LogMode) => {
    setBusy((before) => new Set([...before, id]));
    const shown = patchLive(callLogQueries.logModes, id, { mode });
    try {
      await confirmed([shown], () => call(callLogRoutes.changeLogMode, { params: { channelId: id }, body: { mode } }));
      tell();
    } catch (error) {
      notSaved(codeOf(error));
    } finally {
      setBusy((before) => new Set([...before].filter((other) => other !== id)));
    }
  };

  return (
    <SettingGroup title={t(($) => $.callNotes.channels)} aside={<SavedMark saved={saved} />}>
      {lines.map(({ row, name }) => (
        <SettingLine
          key={row.id}
          label={<span aria-hidden>{name}</span>}
          help={t(($) => $.callNotes.modeTexts[row.mode])}
        >
          <Select
            small
            hideLabel
            className="w-56 max-w-full"
            label={t(($) => $.callNotes.modeOf, { name })}
            value={row.mode}
            disabled={disabled || busy.has(row.id)}
            onChange={(event) => void choose(row, logMode.parse(event.target.value))}
            options={logMode.options.map((value) => ({ value, label: t(($) => $.callNotes.modes[value]) }))}
          />
        </SettingLine>
      ))}
    </SettingGroup>
  );
}
