export interface SectionProps {
  /** The part of the address after the section, such as `['CARDDAV']`. */
  rest: readonly string[];
  /** Goes to a page of the section by the rest of its address, empty for its first page. */
  onGo: (rest: string) => void;
  onClose: () => void;
  /** Opens the feedback in place of the settings. */
  onFeedback: () => void;
}
