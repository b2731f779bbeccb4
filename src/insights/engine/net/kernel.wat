;; The inner loops of the net, on integers only: the same bytes on every machine. net.ts says what is where in memory.
;; train/README.md says how it is built; test/insights/engine/net.test.ts compares it with plain code.
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
  ;; lane of its own. So one load of four inputs serves 48 rows, and no lanes have to be added up. The instruction is exact
  ;; for such numbers on every machine: two products fit 16 bits. machine.ts arranges the weights: for each 48 rows and each
  ;; four columns, the four weights of one row after another. $first has the sums to begin with. $rows is a multiple of 48,
  ;; $columns of 8.
  (func $multiply (export "multiply")
    (param $x i32) (param $w i32) (param $first i32) (param $out i32) (param $rows i32) (param $columns i32)
    (local $from i32) (local $end i32) (local $v v128)
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
        (local.set $v (v128.load32_splat (local.get $from)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=16 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=32 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=48 (local.get $w)) (local.get $v) (local.get $d)))
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
        (local.set $v (v128.load32_splat offset=4 (local.get $from)))
        (local.set $a (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=192 (local.get $w)) (local.get $v) (local.get $a)))
        (local.set $b (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=208 (local.get $w)) (local.get $v) (local.get $b)))
        (local.set $c (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=224 (local.get $w)) (local.get $v) (local.get $c)))
        (local.set $d (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=240 (local.get $w)) (local.get $v) (local.get $d)))
        (local.set $e (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=256 (local.get $w)) (local.get $v) (local.get $e)))
        (local.set $f (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=272 (local.get $w)) (local.get $v) (local.get $f)))
        (local.set $g (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=288 (local.get $w)) (local.get $v) (local.get $g)))
        (local.set $h (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=304 (local.get $w)) (local.get $v) (local.get $h)))
        (local.set $i (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=320 (local.get $w)) (local.get $v) (local.get $i)))
        (local.set $j (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=336 (local.get $w)) (local.get $v) (local.get $j)))
        (local.set $k (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=352 (local.get $w)) (local.get $v) (local.get $k)))
        (local.set $l (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (v128.load offset=368 (local.get $w)) (local.get $v) (local.get $l)))
        (local.set $w (i32.add (local.get $w) (i32.const 384)))
        (br_if $each (i32.lt_u
          (local.tee $from (i32.add (local.get $from) (i32.const 8)))
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

  ;; Eight sums of the state, each by the scale of its row, as 16-bit numbers in 2048ths.
  (func $from_state (param $sums i32) (param $scales i32) (result v128)
    (i16x8.narrow_i32x4_s
      (i32x4.shr_s
        (i32x4.add
          (i32x4.mul (v128.load (local.get $sums)) (v128.load (local.get $scales)))
          (v128.const i32x4 2048 2048 2048 2048))
        (i32.const 12))
      (i32x4.shr_s
        (i32x4.add
          (i32x4.mul (v128.load offset=16 (local.get $sums)) (v128.load offset=16 (local.get $scales)))
          (v128.const i32x4 2048 2048 2048 2048))
        (i32.const 12))))

  ;; The sigmoid less a half, in 32768ths, of twice eight numbers in 2048ths: 16 parabolas for inputs from 0 to 8, mirrored.
  ;; Twice, because each step waits for the one before. $curve has the coefficients in bytes: the low and the high ones of
  ;; c0, of c1, and the halves of -c2. A place in a table is below 16 or has its highest bit set, so that nothing is taken:
  ;; for these, the relaxed instruction is exact on every machine.
  (func $curve (param $x v128) (param $y v128) (param $curve i32) (result v128 v128)
    (local $size_x v128) (local $part_x v128) (local $sign_x v128) (local $size_y v128) (local $part_y v128) (local $sign_y v128)
    (local $table v128)
    (local.set $size_x (i16x8.min_u (i16x8.abs (local.get $x))
      (v128.const i16x8 16383 16383 16383 16383 16383 16383 16383 16383)))
    (local.set $size_y (i16x8.min_u (i16x8.abs (local.get $y))
      (v128.const i16x8 16383 16383 16383 16383 16383 16383 16383 16383)))
    (local.set $sign_x (i16x8.shr_s (local.get $x) (i32.const 15)))
    (local.set $sign_y (i16x8.shr_s (local.get $y) (i32.const 15)))
    (local.set $part_x (v128.or (i16x8.shr_u (local.get $size_x) (i32.const 10))
      (v128.const i16x8 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000)))
    (local.set $part_y (v128.or (i16x8.shr_u (local.get $size_y) (i32.const 10))
      (v128.const i16x8 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000 0x8000)))
    (local.set $size_x (v128.and (i16x8.shl (local.get $size_x) (i32.const 5))
      (v128.const i16x8 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff)))
    (local.set $size_y (v128.and (i16x8.shl (local.get $size_y) (i32.const 5))
      (v128.const i16x8 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff 0x7fff)))
    ;; -c2, then c1 - that, then c0 + that, each times the place in the part.
    (local.set $table (v128.load offset=64 (local.get $curve)))
    (local.set $x (i16x8.q15mulr_sat_s (local.get $size_x)
      (i16x8.shl (i8x16.relaxed_swizzle (local.get $table) (local.get $part_x)) (i32.const 1))))
    (local.set $y (i16x8.q15mulr_sat_s (local.get $size_y)
      (i16x8.shl (i8x16.relaxed_swizzle (local.get $table) (local.get $part_y)) (i32.const 1))))
    (local.set $x (i16x8.q15mulr_sat_s (local.get $size_x) (i16x8.sub
      (call $pairs (i32.add (local.get $curve) (i32.const 32)) (local.get $part_x)) (local.get $x))))
    (local.set $y (i16x8.q15mulr_sat_s (local.get $size_y) (i16x8.sub
      (call $pairs (i32.add (local.get $curve) (i32.const 32)) (local.get $part_y)) (local.get $y))))
    (i16x8.sub
      (v128.xor (local.get $sign_x) (i16x8.add (call $pairs (local.get $curve) (local.get $part_x)) (local.get $x)))
      (local.get $sign_x))
    (i16x8.sub
      (v128.xor (local.get $sign_y) (i16x8.add (call $pairs (local.get $curve) (local.get $part_y)) (local.get $y)))
      (local.get $sign_y)))

  ;; Eight numbers of two bytes, from a table of the low bytes and one of the high bytes.
  (func $pairs (param $tables i32) (param $part v128) (result v128)
    (v128.or
      (i8x16.relaxed_swizzle (v128.load (local.get $tables)) (local.get $part))
      (i16x8.shl (i8x16.relaxed_swizzle (v128.load offset=16 (local.get $tables)) (local.get $part)) (i32.const 8))))

  ;; A fourth of eight numbers, rounded.
  (func $fourth (param $x v128) (result v128)
    (i16x8.shr_s (i16x8.add (local.get $x) (v128.const i16x8 2 2 2 2 2 2 2 2)) (i32.const 2)))

  ;; tanh(x) = 2 * sigmoid(2 * x) - 1 of twice eight numbers in 2048ths, in 4096ths, rounded.
  (func $tanh (param $x v128) (param $y v128) (param $curve i32) (result v128 v128)
    (call $curve
      (i16x8.add_sat_s (local.get $x) (local.get $x))
      (i16x8.add_sat_s (local.get $y) (local.get $y))
      (local.get $curve))
    (local.set $y)
    (local.set $x)
    (call $fourth (local.get $x))
    (call $fourth (local.get $y)))

  ;; Stores eight numbers in 4096ths as 7-bit inputs: in 64ths, rounded, from 0 on; 128 is cut to 127.
  (func $shorten (param $out i32) (param $x v128)
    (local.set $x (i16x8.shr_s
      (i16x8.add (local.get $x) (v128.const i16x8 4128 4128 4128 4128 4128 4128 4128 4128))
      (i32.const 6)))
    (v128.store64_lane 0 (local.get $out) (i8x16.narrow_i16x8_s (local.get $x) (local.get $x))))

  ;; input + reset * (state + bias), eight numbers in 2048ths.
  (func $candidate (param $input i32) (param $reset i32) (param $bias i32) (param $sums i32) (param $scales i32)
    (result v128)
    (i16x8.add_sat_s (v128.load (local.get $input)) (i16x8.q15mulr_sat_s (v128.load (local.get $reset))
      (i16x8.add_sat_s (v128.load (local.get $bias)) (call $from_state (local.get $sums) (local.get $scales))))))

  ;; new + update * (before - new)
  (func $between (param $new v128) (param $update i32) (param $before i32) (result v128)
    (i16x8.add (local.get $new) (i16x8.q15mulr_sat_s (v128.load (local.get $update))
      (i16x8.sub (v128.load (local.get $before)) (local.get $new)))))

  ;; One direction of the gated recurrent unit over $count tokens. $tokens is a list of the addresses of their inputs
  ;; (reset, update, new: $units 16-bit numbers each, from $offset on); $step and $out_step are negative backward.
  ;; $state is the state before the first token, $short the same in 7 bits: 64 is zero. $sums has room for 3 * $units sums,
  ;; $first has what they begin with, $scales their scales, $gates room for 2 * $units 16-bit numbers. $units is a multiple
  ;; of 16.
  (func (export "recur")
    (param $tokens i32) (param $step i32) (param $count i32) (param $offset i32)
    (param $w i32) (param $first i32) (param $scales i32) (param $bias i32)
    (param $sums i32) (param $gates i32) (param $state i32) (param $short i32)
    (param $out i32) (param $out_step i32) (param $curve i32) (param $units i32)
    (local $at i32) (local $x i32) (local $cell i32) (local $sum i32) (local $scale i32) (local $width i32) (local $wide i32)
    (local $new v128) (local $more v128)
    (local.set $width (i32.shl (local.get $units) (i32.const 1)))
    (local.set $wide (i32.shl (local.get $units) (i32.const 2)))
    (loop $each
      (call $multiply (local.get $short) (local.get $w) (local.get $first) (local.get $sums)
        (i32.mul (local.get $units) (i32.const 3)) (local.get $units))
      (local.set $x (i32.add (i32.load (local.get $tokens)) (local.get $offset)))
      ;; The reset and update gates, in 32768ths.
      (local.set $at (i32.const 0))
      (local.set $sum (local.get $sums))
      (local.set $scale (local.get $scales))
      (loop $sixteen
        (local.set $cell (i32.add (local.get $x) (local.get $at)))
        (call $curve
          (i16x8.add_sat_s (v128.load (local.get $cell)) (call $from_state (local.get $sum) (local.get $scale)))
          (i16x8.add_sat_s (v128.load offset=16 (local.get $cell))
            (call $from_state (i32.add (local.get $sum) (i32.const 32)) (i32.add (local.get $scale) (i32.const 32))))
          (local.get $curve))
        (local.set $more)
        (local.set $new)
        (local.set $cell (i32.add (local.get $gates) (local.get $at)))
        (v128.store (local.get $cell) (i16x8.add (local.get $new)
          (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))
        (v128.store offset=16 (local.get $cell) (i16x8.add (local.get $more)
          (v128.const i16x8 16384 16384 16384 16384 16384 16384 16384 16384)))
        (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
        (local.set $scale (i32.add (local.get $scale) (i32.const 64)))
        (br_if $sixteen (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $wide))))
      (local.set $x (i32.add (local.get $x) (local.get $wide)))
      (local.set $at (i32.const 0))
      (loop $sixteen
        ;; new = tanh(input + reset * (state + bias))
        (local.set $cell (i32.add (local.get $gates) (local.get $at)))
        (call $tanh
          (call $candidate (i32.add (local.get $x) (local.get $at)) (local.get $cell)
            (i32.add (local.get $bias) (local.get $at)) (local.get $sum) (local.get $scale))
          (call $candidate (i32.add (i32.add (local.get $x) (local.get $at)) (i32.const 16))
            (i32.add (local.get $cell) (i32.const 16)) (i32.add (i32.add (local.get $bias) (local.get $at)) (i32.const 16))
            (i32.add (local.get $sum) (i32.const 32)) (i32.add (local.get $scale) (i32.const 32)))
          (local.get $curve))
        (local.set $more)
        (local.set $new)
        ;; new + update * (before - new)
        (local.set $cell (i32.add (local.get $cell) (local.get $width)))
        (local.set $new (call $between (local.get $new) (local.get $cell) (i32.add (local.get $state) (local.get $at))))
        (local.set $more (call $between (local.get $more) (i32.add (local.get $cell) (i32.const 16))
          (i32.add (i32.add (local.get $state) (local.get $at)) (i32.const 16))))
        (v128.store (i32.add (local.get $out) (local.get $at)) (local.get $new))
        (v128.store offset=16 (i32.add (local.get $out) (local.get $at)) (local.get $more))
        (call $shorten (i32.add (local.get $short) (i32.shr_u (local.get $at) (i32.const 1))) (local.get $new))
        (call $shorten (i32.add (i32.add (local.get $short) (i32.shr_u (local.get $at) (i32.const 1))) (i32.const 8))
          (local.get $more))
        (local.set $sum (i32.add (local.get $sum) (i32.const 64)))
        (local.set $scale (i32.add (local.get $scale) (i32.const 64)))
        (br_if $sixteen (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 32))) (local.get $width))))
      (local.set $state (local.get $out))
      (local.set $out (i32.add (local.get $out) (local.get $out_step)))
      (local.set $tokens (i32.add (local.get $tokens) (local.get $step)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; Hidden units: $count sums by the scales of their rows, with a bias, through tanh, as 7-bit inputs. $count is a
  ;; multiple of 16.
  (func (export "squash") (param $sums i32) (param $scales i32) (param $bias i32) (param $out i32) (param $count i32)
    (param $curve i32)
    (local $new v128) (local $more v128)
    (loop $sixteen
      (call $tanh
        (i16x8.add_sat_s (call $from_state (local.get $sums) (local.get $scales)) (v128.load (local.get $bias)))
        (i16x8.add_sat_s
          (call $from_state (i32.add (local.get $sums) (i32.const 32)) (i32.add (local.get $scales) (i32.const 32)))
          (v128.load offset=16 (local.get $bias)))
        (local.get $curve))
      (local.set $more)
      (local.set $new)
      (call $shorten (local.get $out) (local.get $new))
      (call $shorten (i32.add (local.get $out) (i32.const 8)) (local.get $more))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (local.set $scales (i32.add (local.get $scales) (i32.const 64)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $sixteen (local.tee $count (i32.sub (local.get $count) (i32.const 16))))))

  ;; The largest of each column over $rows rows of $bytes bytes, a multiple of 16, as 7-bit inputs.
  (func (export "largest") (param $from i32) (param $rows i32) (param $out i32) (param $bytes i32)
    (local $at i32) (local $cell i32) (local $row i32) (local $most v128)
    (loop $columns
      (local.set $cell (i32.add (local.get $from) (local.get $at)))
      (local.set $most (v128.load (local.get $cell)))
      (local.set $row (local.get $rows))
      (loop $down
        (local.set $most (i16x8.max_s (local.get $most) (v128.load (local.get $cell))))
        (local.set $cell (i32.add (local.get $cell) (local.get $bytes)))
        (br_if $down (local.tee $row (i32.sub (local.get $row) (i32.const 1)))))
      (call $shorten (i32.add (local.get $out) (i32.shr_u (local.get $at) (i32.const 1))) (local.get $most))
      (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))))
