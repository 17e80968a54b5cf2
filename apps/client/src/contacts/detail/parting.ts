interface Ways {
  /** Back to the page that the contact was opened from. */
  deleted(): void;
  /** To the list of contacts. */
  gone(): void;
}

/**
 * Leads away from the page of a deleted contact, once, whichever comes first: the reply to a deletion, or the news that
 * there is no such contact. A contact deleted from the page itself leads back to where it was opened.
 */
export function partingBy(ways: Ways) {
  let isDeleting = false;
  let isOver = false;
  const leave = (way: () => void) => {
    if (isOver) return;
    isOver = true;
    way();
  };
  return {
    /** Whether a deletion is under way from here. */
    deleting(underWay: boolean): void {
      isDeleting = underWay;
    },
    deleted: () => leave(ways.deleted),
    gone: () => leave(isDeleting ? ways.deleted : ways.gone),
  };
}
