import type { NuisanceCaller, NuisanceSettings } from '@sidetone/contract/entities/nuisance.ts';
import { adminNuisanceRoutes } from '@sidetone/contract/http/nuisance-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, Trash2 } from 'lucide-react';
import { useBlocking } from '#blocked/block-list.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Select } from '#ui/Select.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

const queryKey = ['admin-nuisance-calls'];
const counts = [2, 3, 4, 5, 8, 10, 20];
const actions = ['propose', 'block'] as const;

/** Callers whom users marked as a nuisance: enough marks propose to block a caller, or block them, as the company chooses. */
export function NuisanceCalls() {
  const { t } = useWords();
  const queries = useQueryClient();
  const { run, busy } = useRun();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(adminNuisanceRoutes.nuisanceCallers, {}, { signal }),
  });
  if (data === undefined) return null;
  const { settings, callers } = data;
  const change = async (body: Partial<NuisanceSettings>) => {
    await run(() => call(adminNuisanceRoutes.changeNuisanceSettings, { body }), {
      title: t(($) => $.admin.nuisance.saved),
    });
    await queries.invalidateQueries({ queryKey });
  };
  return (
    <Group title={t(($) => $.admin.nuisance.title)} text={t(($) => $.admin.nuisance.text)}>
      <div className="grid grid-cols-2 items-start gap-3 max-[699px]:grid-cols-1">
        <Select
          label={t(($) => $.admin.nuisance.after)}
          value={String(settings.after)}
          disabled={busy}
          onChange={({ target }) => void change({ after: Number(target.value) })}
          options={[...new Set([...counts, settings.after])]
            .sort((one, two) => one - two)
            .map((count) => ({ value: String(count), label: String(count) }))}
        />
        <Select
          label={t(($) => $.admin.nuisance.action)}
          value={settings.action}
          disabled={busy}
          onChange={({ target }) => void change({ action: target.value === 'block' ? 'block' : 'propose' })}
          options={actions.map((value) => ({ value, label: t(($) => $.admin.nuisance.actions[value]) }))}
        />
      </div>
      {callers.length === 0 ? (
        <p className="text-ink-3">{t(($) => $.admin.nuisance.empty)}</p>
      ) : (
        <ul aria-label={t(($) => $.admin.nuisance.title)} className="rounded-m border border-line bg-raised px-4">
          {callers.map((caller) => (
            <Caller
              key={caller.number}
              caller={caller}
              onChanged={() => void queries.invalidateQueries({ queryKey })}
            />
          ))}
        </ul>
      )}
    </Group>
  );
}

function Caller({ caller, onChanged }: { caller: NuisanceCaller; onChanged: () => void }) {
  const { t } = useWords();
  const { block } = useBlocking('company');
  const { run, busy } = useRun();
  const { number, users, isBlocked, isLearned, isProposed } = caller;
  const name = formatNumber(number);
  const shown = users.slice(0, 5).join(', ');
  const dismiss = async () => {
    await run(() => call(adminNuisanceRoutes.dismissNuisance, { params: { number } }), {
      title: t(($) => $.admin.nuisance.dismissed, { caller: name }),
    });
    onChanged();
  };
  return (
    <li className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block font-med">{name}</span>
        <span className="block text-12 text-ink-3">
          {t(($) => $.admin.nuisance.marked, { count: users.length, names: shown })}
        </span>
      </span>
      {isBlocked ? <StateBadge tone="off">{t(($) => $.admin.nuisance.blocked)}</StateBadge> : null}
      {isProposed && !isBlocked ? <StateBadge tone="live">{t(($) => $.admin.nuisance.proposed)}</StateBadge> : null}
      {isBlocked && !isLearned ? null : (
        <IconButton
          icon={Ban}
          size={32}
          label={t(($) => $.admin.nuisance[isLearned ? 'keep' : 'block'], { caller: name })}
          disabled={busy}
          onClick={() => void block({ kind: 'number', number, note: null }).then(onChanged)}
        />
      )}
      <IconButton
        icon={Trash2}
        size={32}
        label={t(($) => $.admin.nuisance.dismiss, { caller: name })}
        disabled={busy}
        onClick={() => void dismiss()}
      />
    </li>
  );
}
