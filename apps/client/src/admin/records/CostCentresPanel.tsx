import {
  type CostCentreOf,
  type CostCentreOwner,
  costCentreMaxLength,
} from '@sidetone/contract/entities/call-record.ts';
import { callRecordRoutes } from '@sidetone/contract/http/admin/call-record-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { nameOf, useAdminChannels, useNumbers, useUsers } from '../directory.ts';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { matches } from '../format.ts';
import { useRun } from '../run.ts';
import { costCentresKey } from './use-cost-centres.ts';

interface Row {
  readonly of: CostCentreOwner;
  readonly id: string;
  readonly name: string;
}

/** As many fields as a group draws; the others are found by typing. */
const mostDrawn = 50;

interface CostCentresPanelProps {
  given: readonly CostCentreOf[];
  onClose: () => void;
}

/** The cost centres of numbers, shared channels and users; each is saved when its field is left. */
export function CostCentresPanel({ given, onClose }: CostCentresPanelProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const numbers = useNumbers().rows.map(({ id }): Row => ({ of: 'number', id, name: formatNumber(id) }));
  const channels = useAdminChannels()
    .rows.filter(({ ownerUserId }) => ownerUserId === null)
    .map(({ id, name }): Row => ({ of: 'channel', id, name }));
  const users = useUsers().rows.map((user): Row => ({ of: 'user', id: user.id, name: nameOf(user) }));
  const groups = [
    [t(($) => $.admin.sections.numbers), numbers],
    [t(($) => $.admin.sections.channels), channels],
    [t(($) => $.admin.sections.users), users],
  ] as const;
  return (
    <EditorPanel
      title={t(($) => $.admin.records.costCentres)}
      subtitle={t(($) => $.admin.records.costCentresText)}
      onClose={onClose}
    >
      <Field
        type="search"
        label={t(($) => $.admin.records.costCentreFilter)}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {groups.map(([title, rows]) => {
        const found = rows.filter(({ name }) => matches(typed, [name]));
        if (found.length === 0) return null;
        return (
          <Group
            key={title}
            title={title}
            text={found.length > mostDrawn ? t(($) => $.admin.records.typeForMore) : undefined}
          >
            <div className="grid gap-2">
              {found.slice(0, mostDrawn).map((row) => (
                <CostCentreField
                  key={row.id}
                  row={row}
                  now={given.find(({ of, id }) => of === row.of && id === row.id)?.costCentre ?? ''}
                />
              ))}
            </div>
          </Group>
        );
      })}
    </EditorPanel>
  );
}

function CostCentreField({ row, now }: { row: Row; now: string }) {
  const { t } = useWords();
  const client = useQueryClient();
  const { run, busy } = useRun();
  const [typed, setTyped] = useState<string | null>(null);
  const set = async (text: string, before: string): Promise<void> => {
    const { of, id, name } = row;
    await run(
      async () => {
        await call(callRecordRoutes.setCostCentre, { body: { of, id, costCentre: text === '' ? null : text } });
        await client.invalidateQueries({ queryKey: costCentresKey });
        // Calls of before have it as well; nobody waits for them.
        void client.invalidateQueries({ queryKey: ['call-records'] });
        void client.invalidateQueries({ queryKey: ['call-record'] });
      },
      {
        title: t(($) => $.admin.records.costCentreSaved, { name }),
        action: { label: t(($) => $.app.undo), run: () => void set(before, text) },
      },
    );
    setTyped(null);
  };
  const leave = () => {
    // A field that is being saved loses the focus, as it cannot be changed.
    if (typed === null || busy) return;
    if (typed.trim() === now) setTyped(null);
    else void set(typed.trim(), now);
  };
  return (
    <Field
      label={row.name}
      value={typed ?? now}
      maxLength={costCentreMaxLength}
      disabled={busy}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Enter' && leave()}
    />
  );
}
