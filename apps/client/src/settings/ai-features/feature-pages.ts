import type { AiFeatureFlag } from '@sidetone/contract/rules/ai/ai-features.ts';
import type { ComponentType } from 'react';
import { lazyPage } from '#ui/lazy-part.tsx';
import type { FeaturePageProps } from './feature-page-props.ts';

/** Features with settings of their own, by what stands for them in addresses. A new one is a line here. */
export const featurePages: Readonly<Partial<Record<AiFeatureFlag, ComponentType<FeaturePageProps>>>> = {
  hasSmartAnswers: lazyPage(() => import('./smart-answers/SmartAnswersPage.tsx'), 'SmartAnswersPage'),
  hasCustomWords: lazyPage(() => import('./words/CustomWordsPage.tsx'), 'CustomWordsPage'),
};
