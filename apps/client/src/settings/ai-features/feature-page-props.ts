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
