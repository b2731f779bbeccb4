/** Texts that strangers could write to break a page, a script, a feed or a layout. */
export const HOSTILE = {
  markup: `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><svg onload=window.hacked=1>`,
  attribute: `" onmouseover="window.hacked=1" x='`,
  comment: `<!-- <script> --> ]]> <!DOCTYPE x> &lt;b&gt; &amp;amp;`,
  rtl: "\u202e\u2067evil\u2069 txet sdrawkcab \u200f!",
  unbroken: "W".repeat(20_000),
  emoji: "🦴💪🏽👩‍👩‍👧‍👦".repeat(200),
  zalgo:
    "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034d".repeat(
      60,
    ),
  lines: "one\n\n\n\n\n\ntwo\u2028three\u2029four\u0000five",
  template: `\${alert(1)} {{constructor.constructor('alert(1)')()}} \`backtick\``,
  surrogate: "half \ud83d of a pair",
} as const;
