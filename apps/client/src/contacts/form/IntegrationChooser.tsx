import { Select } from '@base-ui/react/select';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { Check, ChevronsUpDown, Lock } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { tintOf } from '#ui/initials.ts';
import { fieldsOf, mostNumbers } from './contact-values.ts';
import { isLocked } from './where-to-write.ts';

interface IntegrationChooserProps {
  integrations: readonly ConnectedIntegration[];
  value: string | null;
  readOnly: boolean;
  onChoose: (id: string) => void;
}

/** The choice where a new contact is kept: each address book with its requirements. */
export function IntegrationChooser({ integrations, value, readOnly, onChoose }: IntegrationChooserProps) {
  const { t } = useWords();
  const about = useAbout();
  const chosen = integrations.find(({ id }) => id === value) ?? null;
  return (
    <Select.Root
      value={value}
      readOnly={readOnly}
      onValueChange={(next) => {
        if (next !== null) onChoose(next);
      }}
    >
      <div>
        <Select.Label className="mb-1 block w-fit font-med text-12 text-ink-2">
          {t(($) => $.contactForm.createIn)}
        </Select.Label>
        <Select.Trigger className="flex h-8 w-full items-center gap-2 rounded-s border border-line-control bg-raised px-2.5 text-left">
          {chosen ? <Tile name={chosen.displayName} small /> : null}
          <Select.Value>
            {() => (
              <span className="flex min-w-0 flex-1 items-baseline gap-2">
                <span className="flex-none font-med">{chosen?.displayName ?? ''}</span>
                <span className="min-w-0 truncate text-ink-3">{chosen ? about(chosen).needs : null}</span>
              </span>
            )}
          </Select.Value>
          <Icon of={ChevronsUpDown} size={14} className="ml-auto text-ink-3" />
        </Select.Trigger>
      </div>
      <Select.Portal>
        <Select.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-float outline-none">
          <Select.Popup className="floating min-w-(--anchor-width) max-w-[calc(100vw-16px)] rounded-l bg-overlay p-1 shadow-e3 outline-none [--pbg:var(--bg-overlay)]">
            {integrations.map((one) => (
              <Select.Item
                key={one.id}
                value={one.id}
                label={one.displayName}
                disabled={isLocked(one)}
                className="flex min-h-11 cursor-default select-none items-center gap-2.5 rounded-s px-2 outline-none data-disabled:opacity-45 data-highlighted:bg-hover"
              >
                <Tile name={one.displayName} />
                <span className="min-w-0 flex-1">
                  <Select.ItemText className="block font-med leading-[18px]">{one.displayName}</Select.ItemText>
                  <span className="block text-12 text-ink-3">
                    {isLocked(one) ? t(($) => $.contactForm.signInAgain) : about(one).all}
                  </span>
                </span>
                {isLocked(one) ? <Icon of={Lock} size={14} className="text-ink-3" /> : null}
                <Select.ItemIndicator>
                  <Icon of={Check} size={14} className="text-accent" />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

/**
 * The requirements of an address book: in the field, and in the list with the number of phone numbers that it keeps.
 */
function useAbout() {
  const { t, language } = useWords();
  return (one: ConnectedIntegration) => {
    const and = new Intl.ListFormat(language, { type: 'conjunction' });
    const required = fieldsOf(one).filter(({ required }) => required);
    const fields =
      required.length === 0
        ? t(($) => $.contactForm.someName)
        : and.format(required.map(({ field }) => t(($) => $.contactForm.inText[field])));
    const most = mostNumbers(one);
    const numbers =
      most === null ? t(($) => $.contactForm.numbersAny) : t(($) => $.contactForm.numbersMost, { count: most });
    return {
      needs: t(($) => $.contactForm.needs, { fields }),
      all: t(($) => $.contactForm.asksFor, { fields: fields.charAt(0).toUpperCase() + fields.slice(1), numbers }),
    };
  };
}

function Tile({ name, small = false }: { name: string; small?: boolean }) {
  const tint = tintOf(name);
  return (
    <span
      aria-hidden
      className={cn(
        'grid flex-none place-items-center font-semi',
        small ? 'size-5 rounded-xs text-11' : 'size-7 rounded-s text-12',
      )}
      style={{ background: `var(--av-${tint})`, color: `var(--av-${tint}-ink)` }}
    >
      {name.charAt(0).toUpperCase()}
    </span>
  );
}
