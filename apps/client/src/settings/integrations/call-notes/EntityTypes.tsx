import type { ConnectedIntegration, EntityType } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { defaultEntityTypes } from '@sidetone/contract/rules/crm/default-types.ts';
import { useId } from 'react';
import { entityIcon, useTypeWord } from '#contacts/entity-kinds.ts';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { SavedMark } from '../../SavedMark.tsx';
import { IntegrationTile } from '../IntegrationTile.tsx';

interface EntityTypesProps {
  integration: ConnectedIntegration;
  types: User['defaultCallLoggingEntityTypes'];
  disabled: boolean;
  saved: boolean;
  onChoose: (type: EntityType, isOn: boolean) => void;
}

/** Records that can be closed: a call is logged to them only while they are open. */
const closable: readonly EntityType[] = ['deals', 'opportunities', 'tickets', 'cases'];

/** What calls are attached to by default in one integration. */
export function EntityTypes({ integration, types, disabled, saved, onChoose }: EntityTypesProps) {
  const { t } = useWords();
  const typeWord = useTypeWord();
  const title = useId();
  const chosen = defaultEntityTypes({ defaultCallLoggingEntityTypes: types }, integration);
  return (
    <section aria-labelledby={title}>
      <div className="mb-2 flex min-h-6 flex-wrap items-center gap-2">
        <IntegrationTile integration={integration} small />
        <h3 id={title}>
          <span className="font-semi">{integration.displayName}</span>{' '}
          <span className="text-12 text-ink-3">{t(($) => $.callNotes.attachTo)}</span>
        </h3>
        <span className="flex-1" />
        <SavedMark saved={saved} />
      </div>
      <div className="grid grid-cols-2 gap-x-4 rounded-m border border-line bg-raised px-4 py-2 max-[559px]:grid-cols-1">
        {integration.callLoggingEntityTypes.map((type) => (
          <Checkbox
            key={type}
            className="min-h-9"
            disabled={disabled}
            checked={chosen.includes(type)}
            onChange={(event) => onChoose(type, event.target.checked)}
            label={
              <span className="flex flex-wrap items-center gap-x-2">
                <Icon of={entityIcon(type)} className="text-ink-2" />
                <span className="font-med">{typeWord(type)}</span>
                {type === 'contacts' ? (
                  <span className="text-12 text-ink-3">{t(($) => $.callNotes.person)}</span>
                ) : closable.includes(type) ? (
                  <span className="text-12 text-ink-3">{t(($) => $.callNotes.openOnes)}</span>
                ) : null}
              </span>
            }
          />
        ))}
      </div>
    </section>
  );
}
