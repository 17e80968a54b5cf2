import type { CallLogEntity, CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import { Check, Clock, ExternalLink, Lock, RotateCcw, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { entityIcon } from '#contacts/entity-kinds.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { isWebAddress } from '#ui/web-address.ts';
import { type ChipState, canRetry, chipState, skipReasonOf } from '../chips.ts';

interface EntityChipProps {
  entity: CallLogEntity;
  /** The record as its CRM has it now; null while nobody asked. */
  record: CrmEntity | null;
  /** Ids of connections that take calls. */
  connected: ReadonlySet<string>;
  /** Who looks at it. */
  me: string | null;
  /** The CRM's own name. */
  crm: string;
  busy: boolean;
  /** Null where the user may not. */
  onRemove: (() => void) | null;
  onRetry: () => void;
}

/** A record that a call is logged to: its kind and name, and how far writing it is. */
export function EntityChip({ entity, record, connected, me, crm, busy, onRemove, onRetry }: EntityChipProps) {
  const { t } = useWords();
  const state = chipState(entity, connected, me);
  const label = record?.label || entity.label;
  if (state === 'unknown') return <UnknownChip hint={t(($) => $.crmLogging.unknownHint, { name: entity.label })} />;
  if (record?.isHidden) return <UnknownChip hint={t(($) => $.crmLogging.hiddenHint, { name: entity.label })} />;
  const address = entity.logUrl ?? entity.url;
  return (
    <li
      data-state={state}
      className={cn(
        'flex min-h-8 min-w-0 max-w-full items-center gap-1.5 rounded-s border bg-raised pr-1 pl-2',
        state === 'refused' ? 'border-missed-line' : 'border-line-strong',
        busy && 'opacity-45',
      )}
    >
      <Icon of={entityIcon(entity.type)} size={14} className="flex-none text-ink-3" />
      <span className="flex-none text-ink-3">{t(($) => $.contacts.types[entity.type])}</span>
      {isWebAddress(address) ? (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t(($) => $.crmLogging.open, { name: label, crm })}
          className="flex min-w-0 items-center gap-1 rounded-xs underline-offset-2 hover:underline"
        >
          <span className="truncate">{label}</span>
          <Icon of={ExternalLink} size={12} className="flex-none text-ink-3" />
        </a>
      ) : (
        <span className="truncate">{label}</span>
      )}
      {state === 'chosen' ? null : <StateWord state={state} problem={entity.problem} />}
      {canRetry(state) ? (
        <ChipButton icon={RotateCcw} label={t(($) => $.crmLogging.retry)} disabled={busy} onPress={onRetry} />
      ) : null}
      {onRemove === null || state === 'removing' ? null : (
        <ChipButton
          icon={X}
          label={t(($) => $.crmLogging.remove, { name: label })}
          disabled={busy}
          onPress={onRemove}
        />
      )}
    </li>
  );
}

/** A record of a CRM that is no longer connected, or that it does not show to the connection: locked, and kept. SLOG-014 */
function UnknownChip({ hint }: { hint: string }) {
  const { t } = useWords();
  return (
    <li
      data-state="unknown"
      className="flex min-h-8 items-center gap-1.5 rounded-s border border-line bg-well px-2 text-ink-3"
    >
      <Tooltip text={hint}>
        <button type="button" className="inline-flex cursor-default items-center gap-1.5 rounded-xs">
          <Icon of={Lock} size={14} />
          {t(($) => $.crmLogging.unknown)}
        </button>
      </Tooltip>
    </li>
  );
}

type SpokenState = Exclude<ChipState, 'chosen' | 'unknown'>;

const looks: Record<SpokenState, { icon: typeof Check; className: string }> = {
  waiting: { icon: Clock, className: 'text-ink-3' },
  blocked: { icon: Clock, className: 'text-ring' },
  checking: { icon: Clock, className: 'text-ink-3' },
  written: { icon: Check, className: 'text-live' },
  refused: { icon: TriangleAlert, className: 'text-missed' },
  skipped: { icon: TriangleAlert, className: 'text-ink-3' },
  gone: { icon: TriangleAlert, className: 'text-ink-3' },
  removing: { icon: Clock, className: 'text-ink-3' },
};

/** How far writing is, in words; why, where the server or the state says so. */
function StateWord({ state, problem }: { state: SpokenState; problem: string | null }) {
  const { t } = useWords();
  const { icon, className } = looks[state];
  const skipped = skipReasonOf(problem);
  const reason =
    skipped === null ? (problem ?? t(($) => $.crmLogging.hint[state])) : t(($) => $.crmLogging.skipped[skipped]);
  const word: ReactNode = (
    <>
      <Icon of={icon} size={12} className="flex-none" />
      <span className="whitespace-nowrap">{t(($) => $.crmLogging.chip[state])}</span>
    </>
  );
  return (
    <Tooltip text={reason}>
      <button
        type="button"
        aria-label={t(($) => $.crmLogging.why, { state: t(($) => $.crmLogging.chip[state]), reason })}
        className={cn('inline-flex flex-none cursor-default items-center gap-1 rounded-xs text-12', className)}
      >
        {word}
      </button>
    </Tooltip>
  );
}

interface ChipButtonProps {
  icon: typeof Check;
  label: string;
  disabled: boolean;
  onPress: () => void;
}

function ChipButton({ icon, label, disabled, onPress }: ChipButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        disabled={disabled}
        onClick={onPress}
        className="grid size-6 flex-none place-items-center rounded-xs text-ink-3 hover:bg-hover hover:text-ink"
      >
        <Icon of={icon} size={12} />
      </button>
    </Tooltip>
  );
}
