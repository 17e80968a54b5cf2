interface Ways {
  /** Back to where the page of the contact was opened. */
  deleted(): void;
  /** To the list of contacts. */
  gone(): void;
}

/**
 * Leads away from the page of a contact who goes, once, whichever comes first: the reply to a deletion, or the news that
 * there is no such contact any more. A contact deleted from the page itself leads back to where it was opened.
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
