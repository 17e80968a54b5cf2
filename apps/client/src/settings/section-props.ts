export interface SectionProps {
  /** What follows the section in the address, such as `['CARDDAV']`. */
  rest: readonly string[];
  /** Goes to a page of the section: what follows it in the address, empty for its first page. */
  onGo: (rest: string) => void;
  onClose: () => void;
  /** Opens the feedback in place of the settings. */
  onFeedback: () => void;
}
