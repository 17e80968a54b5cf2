import type { ConnectedIntegration, EntityType } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { entityTypesDebounceMs } from '@sidetone/contract/rules/crm/log-limits.ts';
import { useEffect, useRef, useState } from 'react';
import { codeOf } from '#live/line/api-error.ts';
import { lazySave } from '#platform/lazy-save.ts';
import { changeOwnUser } from '../../change-own-user.ts';
import { useNotSaved } from '../../use-not-saved.ts';
import { withType } from './type-choice.ts';

type Types = User['defaultCallLoggingEntityTypes'];

interface ChosenTypes {
  /** What the user sees: their last choice, sent or not. */
  readonly types: Types;
  choose(integration: ConnectedIntegration, type: EntityType, isOn: boolean): void;
}

/** What calls are logged to by default; changes are sent half a second after the last (SAPI-048). `onSaved` gets the integration. */
export function useTypes(me: User, onSaved: (integrationName: string) => void): ChosenTypes {
  const [chosen, setChosen] = useState<{ readonly types: Types; readonly of: string } | null>(null);
  const notSaved = useNotSaved();
  const latest = useRef({ me, of: '', onSaved, notSaved });
  useEffect(() => {
    latest.current = { me, of: chosen?.of ?? latest.current.of, onSaved, notSaved };
  });
  const [late] = useState(() =>
    lazySave(
      entityTypesDebounceMs,
      async (types: Types) => {
        const { me: user, of, onSaved: tell, notSaved: refuse } = latest.current;
        setChosen((shown) => (shown?.types === types ? null : shown));
        if (await changeOwnUser(user, { defaultCallLoggingEntityTypes: types }, refuse)) tell(of);
      },
      (cause) => console.error('[settings] kinds of records not saved:', codeOf(cause)),
    ),
  );
  useEffect(() => () => void late.flush(), [late]);
  const types = chosen?.types ?? me.defaultCallLoggingEntityTypes;
  return {
    types,
    choose(integration, type, isOn) {
      const next = withType(types, integration, type, isOn);
      setChosen({ types: next, of: integration.name });
      late.write(next);
    },
  };
}
