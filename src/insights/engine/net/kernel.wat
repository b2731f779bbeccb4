;; The inner loops of the net, on integers only: the same bytes on every machine. net.ts says what is where in memory.
;; train/README.md says how it is built; test/insights/engine/net.test.ts compares it with plain code.
(module
  (import "net" "memory" (memory 1))

  ;; out[i] = sum of w[i][j] * x[j]: 16-bit inputs, 32-bit sums, four rows at a time.
  ;; $rows is a multiple of 4, $bytes (of a row) a multiple of 32.
  (func $multiply (export "multiply")
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

  ;; The same for words and states, which is most of the work: 48 rows at a time, each in a lane of its own. So one load
  ;; of two inputs serves 48 rows, and no lanes have to be added up. machine.ts arranges the weights: for each 48 rows and
  ;; each two columns, the two weights of one row after another. $rows is a multiple of 48, $bytes of 8.
  (func $multiply_wide (export "multiply_wide")
    (param $x i32) (param $w i32) (param $out i32) (param $rows i32) (param $bytes i32)
    (local $from i32) (local $end i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128) (local $f v128)
    (local $g v128) (local $h v128) (local $i v128) (local $j v128) (local $k v128) (local $l v128)
    (local.set $end (i32.add (local.get $x) (local.get $bytes)))
    (loop $groups
      (local.set $a (v128.const i32x4 0 0 0 0))
      (local.set $b (v128.const i32x4 0 0 0 0))
      (local.set $c (v128.const i32x4 0 0 0 0))
      (local.set $d (v128.const i32x4 0 0 0 0))
      (local.set $e (v128.const i32x4 0 0 0 0))
      (local.set $f (v128.const i32x4 0 0 0 0))
      (local.set $g (v128.const i32x4 0 0 0 0))
      (local.set $h (v128.const i32x4 0 0 0 0))
      (local.set $i (v128.const i32x4 0 0 0 0))
      (local.set $j (v128.const i32x4 0 0 0 0))
      (local.set $k (v128.const i32x4 0 0 0 0))
      (local.set $l (v128.const i32x4 0 0 0 0))
      (local.set $from (local.get $x))
      (loop $columns
        (local.set $v (v128.load32_splat (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=16 (local.get $w)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=32 (local.get $w)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=48 (local.get $w)))))
        (local.set $e (i32x4.add (local.get $e) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=64 (local.get $w)))))
        (local.set $f (i32x4.add (local.get $f) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=80 (local.get $w)))))
        (local.set $g (i32x4.add (local.get $g) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=96 (local.get $w)))))
        (local.set $h (i32x4.add (local.get $h) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=112 (local.get $w)))))
        (local.set $i (i32x4.add (local.get $i) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=128 (local.get $w)))))
        (local.set $j (i32x4.add (local.get $j) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=144 (local.get $w)))))
        (local.set $k (i32x4.add (local.get $k) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=160 (local.get $w)))))
        (local.set $l (i32x4.add (local.get $l) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=176 (local.get $w)))))
        (local.set $v (v128.load32_splat offset=4 (local.get $from)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=192 (local.get $w)))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=208 (local.get $w)))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=224 (local.get $w)))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=240 (local.get $w)))))
        (local.set $e (i32x4.add (local.get $e) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=256 (local.get $w)))))
        (local.set $f (i32x4.add (local.get $f) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=272 (local.get $w)))))
        (local.set $g (i32x4.add (local.get $g) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=288 (local.get $w)))))
        (local.set $h (i32x4.add (local.get $h) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=304 (local.get $w)))))
        (local.set $i (i32x4.add (local.get $i) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=320 (local.get $w)))))
        (local.set $j (i32x4.add (local.get $j) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=336 (local.get $w)))))
        (local.set $k (i32x4.add (local.get $k) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=352 (local.get $w)))))
        (local.set $l (i32x4.add (local.get $l) (i32x4.dot_i16x8_s (local.get $v) (v128.load offset=368 (local.get $w)))))
        (local.set $w (i32.add (local.get $w) (i32.const 384)))
        (br_if $columns (i32.lt_u
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

  ;; Four inputs of gates, in 2048ths, to their values on a curve of 2048 values for inputs from -8 to 8.
  (func $look (param $curve v128) (param $x v128) (result v128)
    (local.set $x (i32x4.shr_s (i32x4.add (local.get $x) (v128.const i32x4 16384 16384 16384 16384)) (i32.const 4)))
    (local.set $x (i32x4.max_s (local.get $x) (v128.const i32x4 0 0 0 0)))
    (local.set $x (i32x4.min_s (local.get $x) (v128.const i32x4 2047 2047 2047 2047)))
    (local.set $x (i32x4.add (local.get $curve) (i32x4.shl (local.get $x) (i32.const 1))))
    (i32x4.replace_lane 3
      (i32x4.replace_lane 2
        (i32x4.replace_lane 1
          (i32x4.splat (i32.load16_s (i32x4.extract_lane 0 (local.get $x))))
          (i32.load16_s (i32x4.extract_lane 1 (local.get $x))))
        (i32.load16_s (i32x4.extract_lane 2 (local.get $x))))
      (i32.load16_s (i32x4.extract_lane 3 (local.get $x)))))

  ;; Four sums of the state, rounded to 2048ths.
  (func $from_state (param $sums i32) (result v128)
    (i32x4.shr_s (i32x4.add (v128.load (local.get $sums)) (v128.const i32x4 8192 8192 8192 8192)) (i32.const 14)))

  ;; A product of two numbers in 4096ths, rounded.
  (func $times (param $a v128) (param $b v128) (result v128)
    (i32x4.shr_s
      (i32x4.add (i32x4.mul (local.get $a) (local.get $b)) (v128.const i32x4 2048 2048 2048 2048))
      (i32.const 12)))

  ;; One direction of the gated recurrent unit over $count tokens. $tokens is a list of the addresses of their inputs
  ;; (reset, update, new: $units 16-bit numbers each, from $offset on); $step and $out_step are negative backward.
  ;; $state is the state before the first token. $sums has room for 3 * $units sums. $units is a multiple of 16.
  (func (export "recur")
    (param $tokens i32) (param $step i32) (param $count i32) (param $offset i32) (param $w i32) (param $bias i32)
    (param $sums i32) (param $state i32) (param $out i32) (param $out_step i32)
    (param $sigmoid_at i32) (param $tanh_at i32) (param $units i32)
    (local $at i32) (local $x i32) (local $width i32) (local $wide i32) (local $sum i32)
    (local $new v128) (local $sigmoid v128) (local $tanh v128)
    (local.set $sigmoid (i32x4.splat (local.get $sigmoid_at)))
    (local.set $tanh (i32x4.splat (local.get $tanh_at)))
    (local.set $width (i32.shl (local.get $units) (i32.const 1)))
    (local.set $wide (i32.shl (local.get $units) (i32.const 2)))
    (loop $each
      (call $multiply_wide (local.get $state) (local.get $w) (local.get $sums)
        (i32.mul (local.get $units) (i32.const 3)) (local.get $width))
      (local.set $at (i32.const 0))
      (loop $four
        (local.set $x (i32.add (i32.add (i32.load (local.get $tokens)) (local.get $offset)) (local.get $at)))
        (local.set $sum (i32.add (local.get $sums) (i32.shl (local.get $at) (i32.const 1))))
        ;; new = tanh(input + reset * (state + bias))
        (local.set $new (call $look (local.get $tanh) (i32x4.add
          (v128.load16x4_s (i32.add (local.get $x) (local.get $wide)))
          (call $times
            (call $look (local.get $sigmoid) (i32x4.add
              (v128.load16x4_s (local.get $x))
              (call $from_state (local.get $sum))))
            (i32x4.add
              (v128.load16x4_s (i32.add (local.get $bias) (local.get $at)))
              (call $from_state (i32.add (local.get $sum) (i32.shl (local.get $wide) (i32.const 1)))))))))
        ;; new + update * (before - new)
        (local.set $new (i32x4.add (local.get $new) (call $times
          (call $look (local.get $sigmoid) (i32x4.add
            (v128.load16x4_s (i32.add (local.get $x) (local.get $width)))
            (call $from_state (i32.add (local.get $sum) (local.get $wide)))))
          (i32x4.sub (v128.load16x4_s (i32.add (local.get $state) (local.get $at))) (local.get $new)))))
        (v128.store64_lane 0 (i32.add (local.get $out) (local.get $at))
          (i16x8.narrow_i32x4_s (local.get $new) (local.get $new)))
        (br_if $four (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $width))))
      (local.set $state (local.get $out))
      (local.set $out (i32.add (local.get $out) (local.get $out_step)))
      (local.set $tokens (i32.add (local.get $tokens) (local.get $step)))
      (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

  ;; The largest of each column over $rows rows of $bytes bytes, a multiple of 16.
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
      (v128.store (i32.add (local.get $out) (local.get $at)) (local.get $most))
      (br_if $columns (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))))
