;; The inner loops of the net, on integers only: the same bytes on every machine. net.ts says what is where in memory.
;; insights/train/README.md says how it is built; insights/test/net.test.ts compares it with plain code.
(module
  (import "net" "memory" (memory 1))

  ;; out[i] = sum of w[i][j] * x[j], for the numbers of a word: 16-bit inputs, 32-bit sums, four rows at a time.
  ;; $rows is a multiple of 4, $bytes (of a row) a multiple of 32.
  (func (export "multiply_word")
    (param $x i32) (param $w i32) (param $out i32) (param $rows i32) (param $bytes i32)
    (local $at i32) (local $w1 i32) (local $w2 i32) (local $w3 i32) (local $from i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (loop $groups
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $w1 (i32.add (local.get $w) (local.get $bytes)))
      (local.set $w2 (i32.add (local.get $w1) (local.get $bytes)))
      (local.set $w3 (i32.add (local.get $w2) (local.get $bytes)))
      (local.set $from (local.get $x))
      (local.set $at (local.get $bytes))
      (loop $columns
        (local.set $v (v128.load (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w1)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w2)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w3)))))
        (local.set $v (v128.load offset=16 (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w1)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w2)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w3)))))
        (local.set $from (i32.add (local.get $from) (i32.const 32)))
        (local.set $w (i32.add (local.get $w) (i32.const 32)))
        (local.set $w1 (i32.add (local.get $w1) (i32.const 32)))
        (local.set $w2 (i32.add (local.get $w2) (i32.const 32)))
        (local.set $w3 (i32.add (local.get $w3) (i32.const 32)))
        (br_if $columns (local.tee $at (i32.sub (local.get $at) (i32.const 32)))))
      ;; The four lanes of each sum are added up, and the four results are one vector.
      (local.set $v (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
      (local.set $c (i32x4.add
        (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
        (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
      (v128.store (local.get $out) (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $v) (local.get $c))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $v) (local.get $c))))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $w (local.get $w3))
      (br_if $groups (local.tee $rows (i32.sub (local.get $rows) (i32.const 4))))))

  ;; The same for states, which is most of the work: 8-bit weights, 7-bit inputs (0 to 127), 48 rows at a time, each in a
  ;; lane of its own. So one load of 16 inputs serves 48 rows, and no lanes have to be added up. Four inputs are spread over a
  ;; vector some instructions before they are used ($u and $v in turn), as they are waited for. The instruction is exact
  ;; for such numbers on every machine: two products fit 16 bits. machine.ts arranges the weights: for each 48 rows and each
  ;; four columns, the four weights of one row after another. $first has the sums to begin with. $rows is a multiple of 48,
  ;; $columns of 16.
  (func (export "multiply")
    (param $x i32) (param $w i32) (param $first i32) (param $out i32) (param $rows i32) (param $columns i32)
    (local $from i32) (local $end i32) (local $short v128) (local $v v128)
    (local $u v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128)
    (local $g v128) (local $h v128) (local $i v128) (local $j v128) (local $k v128) (local $l v128)
    (local.set $end (i32.add (local.get $x) (local.get $columns)))
    (loop $groups
      (local.set $a (v128.load (local.get $first)))
      (local.set $b (v128.load offset=16 (local.get $first)))
      (local.set $c (v128.load offset=32 (local.get $first)))
      (local.set $d (v128.load offset=48 (local.get $first)))
      (local.set $e (v128.load offset=64 (local.get $first)))
      (local.set $f (v128.load offset=80 (local.get $first)))
      (local.set $g (v128.load offset=96 (local.get $first)))
      (local.set $h (v128.load offset=112 (local.get $first)))
      (local.set $i (v128.load offset=128 (local.get $first)))
      (local.set $j (v128.load offset=144 (local.get $first)))
      (local.set $k (v128.load offset=160 (local.get $first)))
      (local.set $l (v128.load offset=176 (local.get $first)))
      (local.set $from (local.get $x))
      (loop $each
        (local.set $short (v128.load (local.get $from)))
        (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=16 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=32 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=48 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=64 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=80 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=96 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
        (local.set $w (i32.add (local.get $w) (i32.const 768)))
        (br_if $each (i32.lt_u
          (local.tee $from (i32.add (local.get $from) (i32.const 16)))
          (local.get $end))))
      (v128.store (local.get $out) (local.get $a))
      (v128.store offset=16 (local.get $out) (local.get $b))
      (v128.store offset=32 (local.get $out) (local.get $c))
      (v128.store offset=48 (local.get $out) (local.get $d))
      (v128.store offset=64 (local.get $out) (local.get $e))
      (v128.store offset=80 (local.get $out) (local.get $f))
      (v128.store offset=96 (local.get $out) (local.get $g))
      (v128.store offset=112 (local.get $out) (local.get $h))
      (v128.store offset=128 (local.get $out) (local.get $i))
      (v128.store offset=144 (local.get $out) (local.get $j))
      (v128.store offset=160 (local.get $out) (local.get $k))
      (v128.store offset=176 (local.get $out) (local.get $l))
      (local.set $first (i32.add (local.get $first) (i32.const 192)))
      (local.set $out (i32.add (local.get $out) (i32.const 192)))
      (br_if $groups (local.tee $rows (i32.sub (local.get $rows) (i32.const 48))))))

  ;; $count sums, shifted and rounded, plus a 16-bit bias each, as 16-bit numbers; $count is a multiple of 8.
  (func (export "finish") (param $sums i32) (param $bias i32) (param $out i32) (param $count i32) (param $shift i32)
    (local $half v128)
    (local.set $half (i32x4.splat (i32.shl (i32.const 1) (i32.sub (local.get $shift) (i32.const 1)))))
    (loop $each
      (v128.store (local.get $out) (i16x8.narrow_i32x4_s
        (i32x4.add
          (i32x4.shr_s (i32x4.add (v128.load (local.get $sums)) (local.get $half)) (local.get $shift))
          (v128.load16x4_s (local.get $bias)))
        (i32x4.add
          (i32x4.shr_s (i32x4.add (v128.load offset=16 (local.get $sums)) (local.get $half)) (local.get $shift))
          (v128.load16x4_s offset=8 (local.get $bias)))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 16)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 8))))))

  ;; Eight sums, each times the scale of its row, as 16-bit numbers in 2048ths.
  (func $scaled (param $low v128) (param $scale v128) (param $high v128) (param $more v128) (result v128)
    (i16x8.narrow_i32x4_s
      (i32x4.shr_s (i32x4.mul (local.get $low) (local.get $scale)) (i32.const 12))
      (i32x4.shr_s (i32x4.mul (local.get $high) (local.get $more)) (i32.const 12))))

  ;; A curve like the sigmoid less a half, in 32768ths, of eight numbers in 2048ths: two parabolas, flat below -4 and above
  ;; 4. As it is also half of a tanh of half the number, it is the tanh in 16384ths where rows are given twice as large.
  (func $bend (param $x v128) (result v128)
    (local $half v128)
    (local.set $x (i16x8.add_sat_s (local.get $x) (local.get $x)))
    (local.set $half (i16x8.min_u (i16x8.abs (local.get $x))
      (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))
    (local.set $x (i16x8.add_sat_s (local.get $x) (local.get $x)))
    (i16x8.sub (local.get $x) (i16x8.q15mulr_sat_s (local.get $x) (local.get $half))))

  ;; A gate, in 32768ths: the curve counted from 0 on.
  (func $gate (param $x v128) (result v128)
    (i16x8.add_sat_s (call $bend (local.get $x))
      (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))

  ;; Stores 16 numbers in 16384ths as 7-bit inputs: in 64ths, rounded, from 0 on; 128 is cut to 127. These are the high
  ;; bytes.
  (func $shorten (param $out i32) (param $x v128) (param $y v128)
    (v128.store (local.get $out) (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31
      (i16x8.add_sat_s (local.get $x) (v128.const i16x8 16512 16512 16512 16512 16512 16512 16512 16512))
      (i16x8.add_sat_s (local.get $y) (v128.const i16x8 16512 16512 16512 16512 16512 16512 16512 16512)))))

  ;; new + update * (before - new)
  (func $between (param $new v128) (param $update v128) (param $before v128) (result v128)
    (i16x8.add (local.get $new) (i16x8.q15mulr_sat_s (local.get $update)
      (i16x8.sub_sat_s (local.get $before) (local.get $new)))))

  ;; One direction of the gated recurrent unit over $count tokens. $tokens is a list of the addresses of their inputs, from
  ;; $offset on; $step and $out_step are negative backward. Inputs, weights, $firsts (what the sums begin with) and
  ;; $all_scales have 48 rows for each 16 units: their reset gates, their update gates, their new states. $state is the
  ;; state before the first token, $old the same in 7 bits: 64 is zero. $old and $other take turns, as all units read the
  ;; old one. $units is a multiple of 16, and at least 32.
  ;; The gates of 16 units are computed while the first columns of the next 16 are multiplied, so that neither waits; those
  ;; of the last units of a token while the next token begins, which reads these units last. Before the very first units
  ;; there are none: what is stored for them is overwritten.
  (func (export "recur")
    (param $tokens i32) (param $step i32) (param $count i32) (param $offset i32)
    (param $weights i32) (param $firsts i32) (param $all_scales i32)
    (param $state i32) (param $old i32) (param $other i32)
    (param $out i32) (param $out_step i32) (param $units i32)
    (local $w i32) (local $first i32) (local $scales i32) (local $x i32) (local $from i32) (local $end i32) (local $at i32)
    (local $input i32) (local $before i32) (local $to i32) (local $next i32) (local $short v128) (local $v v128)
    (local $u v128) (local $reset v128) (local $reset_2 v128) (local $update v128) (local $update_2 v128) (local $new v128)
    (local $new_2 v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128)
    (local $g v128) (local $h v128) (local $i v128) (local $j v128) (local $k v128) (local $l v128)
    (local.set $before (local.get $state))
    (local.set $to (local.get $out))
    (local.set $next (local.get $other))
    (loop $each
      (local.set $x (i32.add (i32.load (local.get $tokens)) (local.get $offset)))
      (local.set $w (local.get $weights))
      (local.set $first (local.get $firsts))
      (local.set $scales (local.get $all_scales))
      (local.set $end (i32.add (local.get $old) (local.get $units)))
      (local.set $at (i32.const 0))
      (loop $sixteen
        (local.set $a (v128.load (local.get $first)))
        (local.set $b (v128.load offset=16 (local.get $first)))
        (local.set $c (v128.load offset=32 (local.get $first)))
        (local.set $d (v128.load offset=48 (local.get $first)))
        (local.set $e (v128.load offset=64 (local.get $first)))
        (local.set $f (v128.load offset=80 (local.get $first)))
        (local.set $g (v128.load offset=96 (local.get $first)))
        (local.set $h (v128.load offset=112 (local.get $first)))
        (local.set $i (v128.load offset=128 (local.get $first)))
        (local.set $j (v128.load offset=144 (local.get $first)))
        (local.set $k (v128.load offset=160 (local.get $first)))
        (local.set $l (v128.load offset=176 (local.get $first)))
        ;; The first 16 columns, and the gates of the 16 units before.
        (local.set $from (local.get $old))
        (local.set $short (v128.load (local.get $from)))
        (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=16 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=32 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=48 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=64 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=80 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=96 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
        (local.set $reset (call $gate (local.get $reset)))
        (local.set $reset_2 (call $gate (local.get $reset_2)))
        (local.set $update (call $gate (local.get $update)))
        (local.set $update_2 (call $gate (local.get $update_2)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
        (local.set $new (call $bend (i16x8.add_sat_s (v128.load offset=64 (local.get $input))
          (i16x8.q15mulr_sat_s (local.get $reset) (local.get $new)))))
        (local.set $new_2 (call $bend (i16x8.add_sat_s (v128.load offset=80 (local.get $input))
          (i16x8.q15mulr_sat_s (local.get $reset_2) (local.get $new_2)))))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
        (local.set $new (call $between (local.get $new) (local.get $update) (v128.load (local.get $before))))
        (local.set $new_2 (call $between (local.get $new_2) (local.get $update_2)
          (v128.load offset=16 (local.get $before))))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
        (v128.store (local.get $to) (local.get $new))
        (v128.store offset=16 (local.get $to) (local.get $new_2))
        (call $shorten (local.get $next) (local.get $new) (local.get $new_2))
        (local.set $w (i32.add (local.get $w) (i32.const 768)))
        (local.set $from (i32.add (local.get $from) (i32.const 16)))
        ;; The other columns.
        (loop $columns
          (local.set $short (v128.load (local.get $from)))
          (local.set $v (i8x16.shuffle 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 (local.get $short) (local.get $short)))
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load (local.get $w)) (local.get $v) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=16 (local.get $w)) (local.get $v) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=32 (local.get $w)) (local.get $v) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=48 (local.get $w)) (local.get $v) (local.get $d)))
          (local.set $u (i8x16.shuffle 4 5 6 7 4 5 6 7 4 5 6 7 4 5 6 7 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=64 (local.get $w)) (local.get $v) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=80 (local.get $w)) (local.get $v) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=96 (local.get $w)) (local.get $v) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=112 (local.get $w)) (local.get $v) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=128 (local.get $w)) (local.get $v) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=144 (local.get $w)) (local.get $v) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=160 (local.get $w)) (local.get $v) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=176 (local.get $w)) (local.get $v) (local.get $l)))
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=192 (local.get $w)) (local.get $u) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=208 (local.get $w)) (local.get $u) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=224 (local.get $w)) (local.get $u) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=240 (local.get $w)) (local.get $u) (local.get $d)))
          (local.set $v (i8x16.shuffle 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=256 (local.get $w)) (local.get $u) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=272 (local.get $w)) (local.get $u) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=288 (local.get $w)) (local.get $u) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=304 (local.get $w)) (local.get $u) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=320 (local.get $w)) (local.get $u) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=336 (local.get $w)) (local.get $u) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=352 (local.get $w)) (local.get $u) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=368 (local.get $w)) (local.get $u) (local.get $l)))
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=384 (local.get $w)) (local.get $v) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=400 (local.get $w)) (local.get $v) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=416 (local.get $w)) (local.get $v) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=432 (local.get $w)) (local.get $v) (local.get $d)))
          (local.set $u (i8x16.shuffle 12 13 14 15 12 13 14 15 12 13 14 15 12 13 14 15 (local.get $short) (local.get $short)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=448 (local.get $w)) (local.get $v) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=464 (local.get $w)) (local.get $v) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=480 (local.get $w)) (local.get $v) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=496 (local.get $w)) (local.get $v) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=512 (local.get $w)) (local.get $v) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=528 (local.get $w)) (local.get $v) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=544 (local.get $w)) (local.get $v) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=560 (local.get $w)) (local.get $v) (local.get $l)))
          (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=576 (local.get $w)) (local.get $u) (local.get $a)))
          (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=592 (local.get $w)) (local.get $u) (local.get $b)))
          (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=608 (local.get $w)) (local.get $u) (local.get $c)))
          (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=624 (local.get $w)) (local.get $u) (local.get $d)))
          (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=640 (local.get $w)) (local.get $u) (local.get $e)))
          (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=656 (local.get $w)) (local.get $u) (local.get $f)))
          (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=672 (local.get $w)) (local.get $u) (local.get $g)))
          (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=688 (local.get $w)) (local.get $u) (local.get $h)))
          (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=704 (local.get $w)) (local.get $u) (local.get $i)))
          (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=720 (local.get $w)) (local.get $u) (local.get $j)))
          (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=736 (local.get $w)) (local.get $u) (local.get $k)))
          (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
            (v128.load offset=752 (local.get $w)) (local.get $u) (local.get $l)))
          (local.set $w (i32.add (local.get $w) (i32.const 768)))
          (br_if $columns (i32.lt_u
            (local.tee $from (i32.add (local.get $from) (i32.const 16)))
            (local.get $end))))
        ;; What goes into the gates of these units.
        (local.set $reset (i16x8.add_sat_s (v128.load (local.get $x)) (call $scaled
          (local.get $a) (v128.load (local.get $scales)) (local.get $b) (v128.load offset=16 (local.get $scales)))))
        (local.set $reset_2 (i16x8.add_sat_s (v128.load offset=16 (local.get $x)) (call $scaled
          (local.get $c) (v128.load offset=32 (local.get $scales)) (local.get $d) (v128.load offset=48 (local.get $scales)))))
        (local.set $update (i16x8.add_sat_s (v128.load offset=32 (local.get $x)) (call $scaled
          (local.get $e) (v128.load offset=64 (local.get $scales)) (local.get $f) (v128.load offset=80 (local.get $scales)))))
        (local.set $update_2 (i16x8.add_sat_s (v128.load offset=48 (local.get $x)) (call $scaled
          (local.get $g) (v128.load offset=96 (local.get $scales))
          (local.get $h) (v128.load offset=112 (local.get $scales)))))
        (local.set $new (call $scaled
          (local.get $i) (v128.load offset=128 (local.get $scales))
          (local.get $j) (v128.load offset=144 (local.get $scales))))
        (local.set $new_2 (call $scaled
          (local.get $k) (v128.load offset=160 (local.get $scales))
          (local.get $l) (v128.load offset=176 (local.get $scales))))
        (local.set $input (local.get $x))
        (local.set $before (i32.add (local.get $state) (local.get $at)))
        (local.set $to (i32.add (local.get $out) (local.get $at)))
        (local.set $next (i32.add (local.get $other) (i32.shr_u (local.get $at) (i32.const 1))))
        (local.set $first (i32.add (local.get $first) (i32.const 192)))
        (local.set $scales (i32.add (local.get $scales) (i32.const 192)))
        (local.set $x (i32.add (local.get $x) (i32.const 96)))
        (br_if $sixteen (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 32)))
          (i32.shl (local.get $units) (i32.const 1)))))
      ;; The two short states change places.
      (local.set $end (local.get $old))
      (local.set $old (local.get $other))
      (local.set $other (local.get $end))
      (local.set $state (local.get $out))
      (local.set $out (i32.add (local.get $out) (local.get $out_step)))
      (local.set $tokens (i32.add (local.get $tokens) (local.get $step)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    ;; The last 16 units of the last token.
    (local.set $reset (call $gate (local.get $reset)))
    (local.set $reset_2 (call $gate (local.get $reset_2)))
    (local.set $update (call $gate (local.get $update)))
    (local.set $update_2 (call $gate (local.get $update_2)))
    (local.set $new (call $bend (i16x8.add_sat_s (v128.load offset=64 (local.get $input))
      (i16x8.q15mulr_sat_s (local.get $reset) (local.get $new)))))
    (local.set $new_2 (call $bend (i16x8.add_sat_s (v128.load offset=80 (local.get $input))
      (i16x8.q15mulr_sat_s (local.get $reset_2) (local.get $new_2)))))
    (local.set $new (call $between (local.get $new) (local.get $update) (v128.load (local.get $before))))
    (local.set $new_2 (call $between (local.get $new_2) (local.get $update_2)
      (v128.load offset=16 (local.get $before))))
    (v128.store (local.get $to) (local.get $new))
    (v128.store offset=16 (local.get $to) (local.get $new_2))
    (call $shorten (local.get $next) (local.get $new) (local.get $new_2)))

  ;; The tanh of eight sums by the scales of their rows, in 16384ths.
  (func $tanh (param $low v128) (param $scale v128) (param $high v128) (param $more v128) (result v128)
    (local.set $low (call $scaled (local.get $low) (local.get $scale) (local.get $high) (local.get $more)))
    (call $bend (i16x8.add_sat_s (local.get $low) (local.get $low))))

  ;; Hidden units: the tanh of $count sums by the scales of their rows, as 7-bit inputs. $count is a multiple of 16.
  (func (export "squash") (param $sums i32) (param $scales i32) (param $out i32) (param $count i32)
    (loop $sixteen
      (call $shorten (local.get $out)
        (call $tanh
          (v128.load (local.get $sums)) (v128.load (local.get $scales))
          (v128.load offset=16 (local.get $sums)) (v128.load offset=16 (local.get $scales)))
        (call $tanh
          (v128.load offset=32 (local.get $sums)) (v128.load offset=32 (local.get $scales))
          (v128.load offset=48 (local.get $sums)) (v128.load offset=48 (local.get $scales))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 64)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $sixteen (local.tee $count (i32.sub (local.get $count) (i32.const 16))))))

  ;; The largest of each column over $rows rows of $bytes bytes, a multiple of 32, as 7-bit inputs.
  (func (export "largest") (param $from i32) (param $rows i32) (param $out i32) (param $bytes i32)
    (local $at i32) (local $cell i32) (local $row i32) (local $most v128) (local $more v128)
    (loop $columns
      (local.set $cell (i32.add (local.get $from) (local.get $at)))
      (local.set $most (v128.load (local.get $cell)))
      (local.set $more (v128.load offset=16 (local.get $cell)))
      (local.set $row (local.get $rows))
      (loop $down
        (local.set $most (i16x8.max_s (local.get $most) (v128.load (local.get $cell))))
        (local.set $more (i16x8.max_s (local.get $more) (v128.load offset=16 (local.get $cell))))
        (local.set $cell (i32.add (local.get $cell) (local.get $bytes)))
        (br_if $down (local.tee $row (i32.sub (local.get $row) (i32.const 1)))))
      (call $shorten (i32.add (local.get $out) (i32.shr_u (local.get $at) (i32.const 1))) (local.get $most) (local.get $more))
      (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $bytes))))))
