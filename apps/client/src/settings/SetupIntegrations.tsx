import { IntegrationsSection } from './integrations/IntegrationsSection.tsx';
import type { SectionProps } from './section-props.ts';

/** The integrations on a page of the setup of the app, which is not a dialog. */
export function SetupIntegrations(props: Pick<SectionProps, 'rest' | 'onGo'>) {
  return <IntegrationsSection {...props} onClose={null} />;
}
