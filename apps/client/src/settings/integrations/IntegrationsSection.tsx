import { useEffect } from 'react';
import type { SectionProps } from '../section-props.ts';
import { ConnectForm } from './ConnectForm.tsx';
import { callNotesPath, loggingIntegrations } from './call-notes/logging-integrations.ts';
import { IntegrationList } from './IntegrationList.tsx';
import { useIntegrations } from './use-integrations.ts';

interface IntegrationsSectionProps extends Omit<SectionProps, 'onClose' | 'onFeedback'> {
  /** Null where they are not in a dialog. */
  onClose: (() => void) | null;
}

/** The list of integrations, or the form of the one that the address names. Deeper addresses show the list. */
export function IntegrationsSection({ rest, onGo, onClose }: IntegrationsSectionProps) {
  const { listed, status, retry } = useIntegrations();
  const name = rest.length === 1 ? rest[0] : undefined;
  const logging = loggingIntegrations(listed);
  const isCallNotes = name === callNotesPath && logging.length > 0;
  const asked = listed.find(({ integration }) => integration.name === name);
  // The built-in one is always connected, and has no form.
  const isUnknown =
    name !== undefined && !isCallNotes && status === 'ready' && (asked === undefined || asked.integration.isBuiltIn);
  useEffect(() => {
    if (isUnknown) onGo('');
  }, [isUnknown, onGo]);
  if (asked && !isUnknown) {
    return <ConnectForm key={name} listed={asked} onBack={() => onGo('')} onClose={onClose} />;
  }
  return (
    <IntegrationList
      listed={listed}
      logging={logging}
      tab={isCallNotes ? 'callNotes' : 'contacts'}
      status={status}
      onRetry={retry}
      onOpen={onGo}
      onClose={onClose}
    />
  );
}
