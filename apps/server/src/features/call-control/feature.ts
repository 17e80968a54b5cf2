import type { Feature } from '../../requests/feature.ts';
import type { CallControl } from './call-control.ts';
import { callControlRoutes } from './routes.ts';

/** What users do to their live calls. */
export const callControlFeature = (control: CallControl): Feature => ({ answers: callControlRoutes(control) });
