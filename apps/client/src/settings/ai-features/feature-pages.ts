import type { AiFeatureFlag } from '@sidetone/contract/rules/ai-features.ts';
import type { ComponentType } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { FeaturePageProps } from './feature-page-props.ts';

/** Features with settings of their own, by what stands for them in addresses. A new one is a line here. */
export const featurePages: Readonly<Partial<Record<AiFeatureFlag, ComponentType<FeaturePageProps>>>> = {
  hasSmartAnswers: lazyPart(() => import('./smart-answers/SmartAnswersPage.tsx').then((part) => part.SmartAnswersPage)),
};
