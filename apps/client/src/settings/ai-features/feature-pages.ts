import type { AiFeatureFlag } from '@sidetone/contract/rules/ai-features.ts';
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';

/** What the page of one feature is given. */
export interface FeaturePageProps {
  /** What is looked at within the feature, such as one set of questions; null for all of it. */
  detail: string | null;
  /** To a thing within the feature; null back to all of it. */
  onDetail: (id: string | null) => void;
  /** To the list of features. */
  onBack: () => void;
  onClose: () => void;
}

/** Features with settings of their own, by what stands for them in addresses. A new one is a line here. */
export const featurePages: Readonly<Partial<Record<AiFeatureFlag, ComponentType<FeaturePageProps>>>> = {
  hasSmartAnswers: lazyPart(() => import('./smart-answers/SmartAnswersPage.tsx').then((part) => part.SmartAnswersPage)),
};
