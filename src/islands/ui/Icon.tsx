/** A path of SVG, e.g. one of `icons.ts`. */
export type IconPath = `M${string}`;

interface Props {
  path: IconPath;
  /** pixels, with text of 100 %: it grows with the text */
  size?: number;
  /** fills the shape, e.g. of a liked heart */
  filled?: boolean;
}

/** An icon in the text's colour, as base.css renders it. Screen readers skip it: label the control. */
export function Icon({ path, size, filled = false }: Props) {
  const length = size && `${size / 16}rem`;
  return (
    <svg
      className={filled ? 'icon filled' : 'icon'}
      width={length}
      height={length}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
