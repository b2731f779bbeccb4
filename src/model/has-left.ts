/** Whether somebody or something is former on a day. */
export const hasLeft = ({ left }: { left?: true | string | undefined }, day: string): boolean =>
  left === true || (left !== undefined && left <= day);
