import type { AiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import { hostOfService, preferredProvider, serviceInUse } from '@sidetone/contract/rules/ai/ai-services.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { formatMoment } from '../format.ts';
import { RowMenu } from '../RowMenu.tsx';

const tones: Record<AiConnection['state'], StateTone> = { unchecked: 'off', working: 'live', failing: 'missed' };

interface ServiceCardProps {
  service: AiConnection;
  /** All of the account: one of them is in use. */
  all: readonly AiConnection[];
  isTesting: boolean;
  onTest: () => void;
  onChange: () => void;
  onRemove: () => void;
}

/** One service: how it fares, where calls go, and what helps where it fails. */
export function ServiceCard({ service, all, isTesting, onTest, onChange, onRemove }: ServiceCardProps) {
  const { t, language } = useWords();
  const id = useId();
  const notInUse = useNotInUse(service, all);
  const { name, state, problem, model, checkedAt, processor } = service;
  const host = hostOfService(service);
  const facts = [
    ...(model === '' ? [] : [model]),
    host === null ? t(($) => $.admin.ai.staysHere) : t(($) => $.admin.ai.sentTo, { host }),
    ...(processor === null ? [] : [t(($) => $.admin.ai.processor.told, { ...processor })]),
  ];
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-m border border-line bg-raised px-4 py-3"
    >
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={id} className="font-med">
            {name}
          </h3>
          <StateBadge tone={tones[state]}>{t(($) => $.admin.ai.state[state])}</StateBadge>
          {notInUse === null ? <Chip line>{t(($) => $.admin.ai.inUse)}</Chip> : null}
        </div>
        <p className="wrap-anywhere text-12 text-ink-2">{facts.join(' · ')}</p>
        {problem === null ? null : <p>{t(($) => $.admin.ai.problems[problem])}</p>}
        {notInUse === null ? null : <p className="text-12 text-ink-2">{notInUse}</p>}
        {checkedAt === null ? null : (
          <p className="text-12 text-ink-3">
            {t(($) => $.admin.ai.since, { moment: formatMoment(checkedAt, language) })}
          </p>
        )}
        {problem === 'unauthorized' ? (
          <div className="pt-1">
            <Button tone="primary" onClick={onChange}>
              {t(($) => $.admin.ai.enterKey)}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="flex items-center gap-1">
        <Button disabled={isTesting} onClick={onTest} aria-describedby={id}>
          {t(($) => $.admin.ai.test)}
        </Button>
        <RowMenu name={name}>
          <MenuItem icon={Pencil} onSelect={onChange}>
            {t(($) => $.admin.ai.change)}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} onSelect={onRemove}>
            {t(($) => $.admin.ai.remove.action)}
          </MenuItem>
        </RowMenu>
      </div>
    </section>
  );
}

/** Why a service is not the one that works; null where it is. */
function useNotInUse(service: AiConnection, all: readonly AiConnection[]): string | null {
  const { t } = useWords();
  const preferred = preferredProvider(useFlags());
  const used = serviceInUse(all, service.purpose, preferred);
  if (used?.id === service.id) return null;
  if (used) return t(($) => $.admin.ai.notInUse, { name: used.name });
  return t(($) => $.admin.ai.notPreferred, { provider: t(($) => $.admin.ai.kinds[preferred]) });
}
